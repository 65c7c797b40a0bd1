import type { ReactNode } from "react";
import type { ScenarioWarning } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { FormContext } from "../form/context";
import { isAtField } from "../form/node-form";
import { isFixed, triggerSchema } from "../form/schema";
import { Members } from "../form/schema-field";
import { fieldTexts } from "../form/texts";
import { JsonControl } from "../form/values";
import { type Graph, type GraphTrigger, type Settings, settingsOf } from "../graph";
import styles from "../inspector.module.css";
import { useWarningWords } from "../warning-words";
import { DateForm } from "./date-form";
import { KeywordForm } from "./keyword-form";
import { isTriggerType, type TriggerType } from "./kinds";
import type { OwnProps } from "./own-form";
import { RecurringForm } from "./recurring-form";
import { triggerTexts } from "./texts";

/** The settings that most types have, in their order. */
const COMMON: readonly string[] = [
  "filter",
  "channel_ids",
  "again",
  "while_handled",
  "max_per_hour",
  "priority",
];

/** The forms of types whose settings are not shown one below the other. */
const OWN_FORMS: Partial<Record<TriggerType, (props: OwnProps) => ReactNode>> = {
  keyword: KeywordForm,
  date: DateForm,
  recurring: RecurringForm,
};

/** The settings of a type that are its own, and then those that limit it. */
function TriggerSettings({
  type,
  value,
  onChange,
}: Omit<OwnProps, "hidden"> & { type: TriggerType }) {
  const t = useTexts(triggerTexts);
  const schema = triggerSchema(type);
  const hasOwn = Object.keys(schema.properties ?? {}).some((name) => !COMMON.includes(name));
  const OwnForm = OWN_FORMS[type];
  const common = Object.fromEntries(
    COMMON.flatMap((name) => {
      const member = schema.properties?.[name];
      return member && !isFixed(member) ? [[name, member]] : [];
    }),
  );
  return (
    <>
      {OwnForm ? (
        <OwnForm value={value} hidden={COMMON} onChange={onChange} />
      ) : (
        hasOwn && (
          <Members path="data" schema={schema} value={value} hidden={COMMON} onChange={onChange} />
        )
      )}
      {Object.keys(common).length > 0 && (
        <Stack gap={3} className={styles.part}>
          <h3>{t.limits}</h3>
          <Members path="data" schema={{ properties: common }} value={value} onChange={onChange} />
        </Stack>
      )}
    </>
  );
}

/** The settings of a trigger. */
export function TriggerForm({
  trigger,
  graph: { nodes, triggers },
  problems,
  onChange,
}: {
  trigger: GraphTrigger;
  graph: Graph;
  problems: readonly ScenarioWarning[];
  onChange: (data: Settings) => void;
}) {
  const f = useTexts(fieldTexts);
  const say = useWarningWords();
  const worded = problems.map((one) => ({ ...one, text: say(one) }));
  const general = [...new Set(worded.flatMap((one) => (isAtField(one) ? [] : [one.text])))];
  const { type } = trigger;
  return (
    <FormContext value={{ problems: worded, nodes, triggers, type, isTrigger: true }}>
      {general.map((text) => (
        <Note key={text} tone="amber">
          {text}
        </Note>
      ))}
      {isTriggerType(type) ? (
        <TriggerSettings type={type} value={settingsOf(trigger)} onChange={onChange} />
      ) : (
        <JsonControl
          name={f.otherSettings}
          path="data"
          schema={{}}
          value={trigger.data}
          onChange={(data) => onChange(settingsOf({ data }))}
        />
      )}
    </FormContext>
  );
}
