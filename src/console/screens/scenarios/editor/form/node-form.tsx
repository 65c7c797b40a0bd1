import type { ReactNode } from "react";
import type { ScenarioWarning } from "#client";
import { isEntry } from "#console/screens/scenarios/nodes/drawn";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { type Graph, type GraphNode, type Settings, settingsOf } from "../graph";
import { isNodeType, kinds, type NodeType } from "../node-kinds";
import { useWarningWords } from "../warning-words";
import { FormContext } from "./context";
import { DelayForm } from "./delay-form";
import { MessageForm } from "./message-form";
import { settingsSchema } from "./schema";
import { Members, TemplateForm, WithinField } from "./schema-field";
import { fieldTexts } from "./texts";
import { JsonControl } from "./values";

type Own = { value: Settings; onChange: (data: Settings) => void };

/** The forms of types whose settings are not shown one below the other. */
const OWN_FORMS: Partial<Record<NodeType, (props: Own) => ReactNode>> = {
  delay: DelayForm,
  message: MessageForm,
  template: (props) => (
    <Stack gap={3}>
      <TemplateForm path="data" {...props} />
      <WithinField {...props} />
    </Stack>
  ),
};

/** True if a field of the form shows the warning: others stand above it. */
export const isAtField = ({ path, code }: ScenarioWarning) =>
  path !== undefined && path !== "data" && code !== "unknown_setting";

/** The settings of a node. */
export function NodeForm({
  node,
  graph: { nodes, triggers },
  problems,
  onChange,
}: {
  node: GraphNode;
  graph: Graph;
  problems: readonly ScenarioWarning[];
  onChange: (data: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const say = useWarningWords();
  const worded = problems.map((one) => ({ ...one, text: say(one, node) }));
  const form = { problems: worded, nodes, triggers, type: node.type };
  const data = settingsOf(node);
  const schema = settingsSchema(node.type);
  const kind = isNodeType(node.type) ? kinds[node.type] : undefined;
  const OwnForm = isNodeType(node.type) ? OWN_FORMS[node.type] : undefined;
  const general = [...new Set(worded.flatMap((one) => (isAtField(one) ? [] : [one.text])))];
  const isEmpty = kind && Object.keys(schema.properties ?? {}).length === 0;
  return (
    <FormContext value={form}>
      {general.map((text) => (
        <Note key={text} tone="amber">
          {text}
        </Note>
      ))}
      {OwnForm ? (
        <OwnForm value={data} onChange={onChange} />
      ) : isEmpty ? (
        !isEntry(node) && <Soft size="small">{t.noSettings}</Soft>
      ) : kind ? (
        <Members
          path="data"
          schema={schema}
          value={data}
          isSparse={kind.isSparse ?? false}
          onChange={onChange}
        />
      ) : (
        <JsonControl
          name={t.otherSettings}
          path="data"
          schema={{}}
          value={node.data}
          onChange={(value) => onChange(settingsOf({ ...node, data: value }))}
        />
      )}
    </FormContext>
  );
}
