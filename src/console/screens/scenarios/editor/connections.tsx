import { SelectField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { isEntry } from "../nodes/drawn";
import { connect, type GraphNode, targetOf } from "./graph";
import { handlesOf } from "./node-handles";
import styles from "./side.module.css";
import { type EditorStore, graphIn, useEditor } from "./store";
import { texts } from "./texts";
import { handleText, isOwnHandle, stepNames, useWords } from "./words";

/** The target of each handle of a node, by selects. */
export function Connections({ store, node }: { store: EditorStore; node: GraphNode }) {
  const t = useTexts(texts);
  const words = useWords();
  const graph = useEditor(store, graphIn);
  const handles = handlesOf(graph).get(node.id) ?? [];
  const nameOfHandle = (handle: string) =>
    isOwnHandle(node, handle) ? handle : handleText(words, node, handle);
  if (handles.length === 0) return null;
  const names = stepNames(words, graph.nodes);
  const others = graph.nodes.filter((other) => other.id !== node.id && !isEntry(other));
  return (
    <Stack gap={2} className={styles.connections}>
      {handles.map((handle) => (
        <SelectField
          key={handle}
          form={fieldsOf({ to: targetOf(graph, node.id, handle) ?? null }, ({ to }) =>
            store.change((now) => connect(now, node.id, handle, to ?? undefined)),
          )}
          name="to"
          label={t.leadsTo(nameOfHandle(handle))}
          none={t.nowhere}
          options={others.map(({ id }) => [id, names.get(id) ?? id])}
        />
      ))}
    </Stack>
  );
}
