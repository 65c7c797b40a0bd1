import { triggerSchema } from "../form/schema";
import { Members } from "../form/schema-field";
import type { Settings } from "../graph";
import type { OwnProps } from "./own-form";

/** The setting that each rhythm has of its own, and how it begins. */
const OF_RHYTHM: Record<string, Settings> = { week: { weekdays: [1] }, month: { day: 1 } };
const OWN = ["weekdays", "day"];

/** A rhythm, with the days that it needs. */
export function RecurringForm({ value, hidden, onChange }: OwnProps) {
  const own = OF_RHYTHM[String(value.every)] ?? {};
  const change = (next: Settings) => {
    if (next.every === value.every) return onChange(next);
    const { weekdays: _, day: __, ...others } = next;
    onChange({ ...others, ...OF_RHYTHM[String(next.every)] });
  };
  const others = OWN.filter((name) => !(name in own) && value[name] == null);
  return (
    <Members
      path="data"
      schema={triggerSchema("recurring")}
      value={value}
      hidden={[...hidden, ...others]}
      onChange={change}
    />
  );
}
