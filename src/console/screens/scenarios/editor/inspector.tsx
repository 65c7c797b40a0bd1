import { Copy, Trash2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ScenarioWarning } from "#client";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Sign } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import type { Actions } from "./actions";
import { Connections } from "./connections";
import { NodeForm } from "./form/node-form";
import { fieldTexts } from "./form/texts";
import { type GraphNode, labelOf, setLabel } from "./graph";
import styles from "./inspector.module.css";
import { appearanceOf, isNodeType } from "./node-kinds";
import { setData, withWait } from "./set-data";
import { type EditorStore, graphIn, useEditor } from "./store";
import { texts } from "./texts";
import { titleOf, useWords } from "./words";

const NONE: readonly ScenarioWarning[] = [];

/** The settings of the node that is selected. */
export default function Inspector({
  store,
  actions,
  node,
  problems = NONE,
  mayEdit,
  isFocusWanted,
  onFocused,
  onClose,
}: {
  store: EditorStore;
  actions: Actions;
  node: GraphNode;
  problems: readonly ScenarioWarning[] | undefined;
  mayEdit: boolean;
  /** True if its heading takes the focus. */
  isFocusWanted: boolean;
  onFocused: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const f = useTexts(fieldTexts);
  const words = useWords();
  const { nodes } = useEditor(store, graphIn);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFocusWanted) return;
    heading.current?.focus();
    onFocused();
  }, [isFocusWanted, onFocused]);
  const { Icon, tone } = appearanceOf(node.type);
  const title = titleOf(words, node.type);
  const naming = fieldsOf({ label: labelOf(node) ?? "" }, ({ label = "" }) =>
    store.change((graph) => setLabel(graph, node.id, label), `label ${node.id}`),
  );
  return (
    <section
      className={styles.inspector}
      aria-label={t.settings}
      onKeyDown={({ key, defaultPrevented, nativeEvent }) => {
        if (key === "Escape" && !defaultPrevented && !nativeEvent.isComposing) onClose();
      }}
    >
      <Row as="header" gap={3} className={styles.head}>
        <Sign Icon={Icon} tone={tone} size="1.625rem" iconSize="0.9375rem" radius="7px" />
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>{isNodeType(node.type) ? words.t.about[node.type] : node.id}</p>
        </div>
        <IconButton size="small" label={t.close} icon={<X />} onClick={onClose} />
      </Row>
      <fieldset className={styles.body} disabled={!mayEdit}>
        <legend className="visually-hidden">{title}</legend>
        <NodeForm
          node={node}
          nodes={nodes}
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
      </fieldset>
      {mayEdit && (
        <Row as="footer" gap={2} align="stretch" justify="between" className={styles.foot}>
          <Button size="small" icon={<Copy />} onClick={() => actions.duplicate([node.id])}>
            {t.duplicate}
          </Button>
          <Button
            size="small"
            kind="quiet"
            icon={<Trash2 />}
            onClick={() => actions.remove([node.id])}
          >
            {words.g.delete}
          </Button>
        </Row>
      )}
    </section>
  );
}
