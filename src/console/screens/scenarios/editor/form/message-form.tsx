import { SwitchField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { withIds } from "../choices";
import type { Settings } from "../graph";
import { useProblems } from "./context";
import { settingsSchema } from "./schema";
import { Members } from "./schema-field";
import { fieldTexts } from "./texts";

const ASKS = "request_phone";
/** The parts besides the text, of which a message that asks for a number has none. */
const PARTS = ["buttons", "list", "media"];

/** A message. Its type follows from what it has, but for one that asks for the lead's number. */
export function MessageForm({
  value,
  onChange,
}: {
  value: Settings;
  onChange: (value: Settings) => void;
}) {
  const { asksNumber } = useTexts(fieldTexts);
  const problems = useProblems("data.type");
  const isAsking = value.type === ASKS;
  const missing = PARTS.filter((part) => value[part] == null);
  const ask = fieldsOf({ isAsking }, (change) => {
    const { type: _, ...rest } = value;
    onChange(change.isAsking ? { ...rest, type: ASKS } : rest);
  });
  return (
    <Stack gap={3}>
      <Members
        path="data"
        schema={settingsSchema("message")}
        value={withIds(value)}
        hidden={["type", ...(isAsking ? missing : [])]}
        onChange={(next) => onChange(withIds(next))}
      />
      {(isAsking || missing.length === PARTS.length) && (
        <SwitchField form={ask} name="isAsking" {...asksNumber} />
      )}
      {problems.map((text) => (
        <Note key={text} tone="amber">
          {text}
        </Note>
      ))}
    </Stack>
  );
}
