import { useTexts } from "#console/texts/catalogue";
import { Field, Select } from "#console/ui/field";
import { isEntry } from "../nodes/drawn";
import { connect, type GraphNode, targetOf } from "./graph";
import { handlesOf } from "./node-handles";
import styles from "./side.module.css";
import { type EditorStore, graphIn, useEditor } from "./store";
import { texts } from "./texts";
import { handleText, isOwnHandle, stepNames, useWords } from "./words";

/** Where each handle of a node leads, by selects. */
export function Connections({ store, node }: { store: EditorStore; node: GraphNode }) {
  const t = useTexts(texts);
  const words = useWords();
  const graph = useEditor(store, graphIn);
  const handles = handlesOf(graph).get(node.id) ?? [];
  const nameOfHandle = (handle: string) =>
    isOwnHandle(node, handle) ? handle : handleText(words, node, handle);
  if (handles.length === 0) return null;
  const names = stepNames(words, graph.nodes);
  return (
    <div className={styles.connections}>
      {handles.map((handle) => (
        <Field key={handle} label={t.leadsTo(nameOfHandle(handle))}>
          {(control) => (
            <Select
              {...control}
              value={targetOf(graph, node.id, handle) ?? ""}
              onChange={({ target }) =>
                store.change((now) => connect(now, node.id, handle, target.value || undefined))
              }
            >
              <option value="">{t.nowhere}</option>
              {graph.nodes.map((other) =>
                other.id === node.id || isEntry(other) ? null : (
                  <option key={other.id} value={other.id}>
                    {names.get(other.id)}
                  </option>
                ),
              )}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}
