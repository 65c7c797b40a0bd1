import type { ScenarioWarning } from "#client";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { isEntry } from "../nodes/drawn";
import { Connections } from "./connections";
import { NodeForm } from "./form/node-form";
import { fieldTexts } from "./form/texts";
import { type GraphNode, labelOf, setLabel } from "./graph";
import styles from "./inspector.module.css";
import { InspectorFrame, type Opened } from "./inspector-frame";
import { appearanceOf, isNodeType } from "./node-kinds";
import { setData, withWait } from "./set-data";
import { type EditorStore, graphIn, useEditor } from "./store";
import { texts } from "./texts";
import { StartForm } from "./triggers/start-form";
import { titleOf, useWords } from "./words";

const NONE: readonly ScenarioWarning[] = [];

/** The settings of the node that is selected. */
export default function Inspector({
  store,
  node,
  problems = NONE,
  onEdit,
  ...opened
}: Opened & {
  store: EditorStore;
  node: GraphNode;
  problems: readonly ScenarioWarning[] | undefined;
  /** Opens another node, or a trigger. */
  onEdit: (id: string) => void;
}) {
  const t = useTexts(texts);
  const f = useTexts(fieldTexts);
  const words = useWords();
  const graph = useEditor(store, graphIn);
  const title = titleOf(words, node.type);
  const naming = fieldsOf({ label: labelOf(node) ?? "" }, ({ label = "" }) =>
    store.change((graph) => setLabel(graph, node.id, label), `label ${node.id}`),
  );
  return (
    <InspectorFrame
      {...opened}
      id={node.id}
      {...appearanceOf(node.type)}
      title={title}
      about={isNodeType(node.type) ? words.t.about[node.type] : node.id}
    >
      {isEntry(node) && (
        <StartForm
          triggers={graph.triggers}
          mayEdit={opened.mayEdit}
          onAdd={(type) => onEdit(opened.actions.addTrigger(type))}
          onEdit={onEdit}
        />
      )}
      <NodeForm
        node={node}
        graph={graph}
        problems={problems}
        onChange={(data) =>
          store.change(
            (graph) => setData(graph, node.id, withWait(graph, node.id, data)),
            `data ${node.id}`,
          )
        }
      />
      <Stack gap={3} className={styles.part}>
        <h3>{t.connections}</h3>
        <Connections store={store} node={node} />
        <TextField
          form={naming}
          name="label"
          label={f.label}
          hint={f.labelHint}
          placeholder={title}
        />
      </Stack>
    </InspectorFrame>
  );
}
