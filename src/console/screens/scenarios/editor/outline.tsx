import { Plus, Trash2 } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTexts } from "#console/texts/catalogue";
import { Sign } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { SearchInput } from "#console/ui/field";
import { Menu } from "#console/ui/menu";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Actions } from "./actions";
import { AddAfter } from "./add-after";
import { Connections } from "./connections";
import type { GraphNode } from "./graph";
import { appearanceOf, type NodeType } from "./node-kinds";
import { inOrder } from "./outline-order";
import styles from "./side.module.css";
import { type EditorStore, graphIn, selectedIn, useEditor } from "./store";
import { lineOf } from "./summary";
import { texts } from "./texts";
import { OutlineHeads } from "./triggers/outline-heads";
import { TypeItems } from "./type-items";
import { nameOf, useWords } from "./words";

const isShown = (text: string, wanted: string) =>
  text.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());

type StepProps = {
  node: GraphNode;
  number: number;
  isSelected: boolean;
  mayEdit: boolean;
  store: EditorStore;
  onEdit: (id: string) => void;
  onAddAfter: (id: string, type: NodeType) => void;
  onDelete: (node: GraphNode) => void;
  /** True if a menu that closes gives the focus back: a step that was added has it instead. */
  finalFocus: () => boolean;
};

const Step = memo(function Step({
  node,
  number,
  isSelected,
  mayEdit,
  store,
  onEdit,
  onAddAfter,
  onDelete,
  finalFocus,
}: StepProps) {
  const t = useTexts(texts);
  const words = useWords();
  const { Icon, tone } = appearanceOf(node.type);
  const name = nameOf(words, node);
  const line = lineOf(words, node);
  return (
    <li className={classes(styles.step, isSelected && styles.stepSelected)}>
      <Row className={styles.stepRow}>
        <button
          type="button"
          className={styles.stepName}
          data-step={node.id}
          aria-current={isSelected || undefined}
          aria-label={`${t.edit(t.step(number, name))} ${line}`.trim()}
          onClick={() => onEdit(node.id)}
          onKeyDown={({ key }) => {
            if (mayEdit && key === "Delete") onDelete(node);
          }}
        >
          <Sign Icon={Icon} tone={tone} size="1.625rem" iconSize="0.9375rem" radius="7px" />
          <span className={styles.stepTexts}>
            <span className={styles.stepTitle}>
              {number}. {name}
            </span>{" "}
            <span className={styles.stepLine} dir="auto">
              {line}
            </span>
          </span>
        </button>
        {mayEdit && (
          <>
            <AddAfter
              label={t.addAfter(name)}
              finalFocus={finalFocus}
              onAdd={(type) => onAddAfter(node.id, type)}
            />
            <IconButton
              size="small"
              label={t.deleteNode(name)}
              icon={<Trash2 />}
              onClick={() => onDelete(node)}
            />
          </>
        )}
      </Row>
      {isSelected && mayEdit && <Connections store={store} node={node} />}
    </li>
  );
});

/** The graph as a list, which does by keyboard all that the canvas does by mouse. */
export function Outline({
  store,
  actions,
  mayEdit,
  onEdit,
}: {
  store: EditorStore;
  actions: Actions;
  mayEdit: boolean;
  onEdit: (id: string) => void;
}) {
  const t = useTexts(texts);
  const words = useWords();
  const graph = useDeferredValue(useEditor(store, graphIn));
  const selected = useEditor(store, selectedIn);
  const [wanted, setWanted] = useState("");
  const [announced, setAnnounced] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<string>(undefined);
  const hasAdded = useRef(false);
  const steps = useMemo(() => inOrder(graph), [graph]);

  // A step that was added is there once the steps have changed.
  useEffect(() => {
    const id = focusNext.current;
    const button =
      id && list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
    if (!button) return;
    focusNext.current = undefined;
    button.focus();
  }, [steps]);

  const callbacks = useMemo(() => {
    const nameFor = (id: string) => {
      const node = store.get().graph.nodes.find((one) => one.id === id);
      return node ? nameOf(words, node) : id;
    };
    return {
      finalFocus() {
        const isGiven = !hasAdded.current;
        hasAdded.current = false;
        return isGiven;
      },
      onAddAfter(after: string | undefined, type: NodeType) {
        const id = actions.add(type, { after });
        focusNext.current = id;
        hasAdded.current = true;
        setAnnounced(t.added(nameFor(id)));
      },
      onDelete(node: GraphNode) {
        const order = inOrder(store.get().graph);
        const index = order.findIndex(({ id }) => id === node.id);
        focusNext.current = (order[index + 1] ?? order[index - 1])?.id;
        setAnnounced(t.deleted(nameOf(words, node)));
        actions.remove([node.id]);
      },
    };
  }, [store, actions, words, t]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    if (step === undefined || index < 0) return;
    event.preventDefault();
    buttons[index + step]?.focus();
  }

  const shown = steps
    .map((node, index) => ({ node, number: index + 1 }))
    .filter(
      ({ node }) =>
        wanted.trim() === "" ||
        isShown(`${nameOf(words, node)} ${node.id} ${lineOf(words, node)}`, wanted),
    );
  return (
    <Stack gap={3} className={styles.outline}>
      <SearchInput
        label={t.find}
        value={wanted}
        data-find-step
        onChange={({ target }) => setWanted(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Enter" && !nativeEvent.isComposing && shown[0]) onEdit(shown[0].node.id);
        }}
      />
      {wanted.trim() === "" && (
        <OutlineHeads
          triggers={graph.triggers}
          selected={selected}
          actions={actions}
          mayEdit={mayEdit}
          onEdit={onEdit}
          onSaid={setAnnounced}
        />
      )}
      <ol ref={list} className={styles.steps} aria-label={t.steps} onKeyDown={onKeyDown}>
        {shown.map(({ node, number }) => (
          <Step
            key={node.id}
            node={node}
            number={number}
            isSelected={selected.includes(node.id)}
            mayEdit={mayEdit}
            store={store}
            onEdit={onEdit}
            onAddAfter={callbacks.onAddAfter}
            onDelete={callbacks.onDelete}
            finalFocus={callbacks.finalFocus}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <Soft size="small">{steps.length === 0 ? t.noSteps : t.nothingFound}</Soft>
      )}
      {mayEdit && steps.length === 0 && (
        <Menu
          trigger={<Button icon={<Plus />}>{t.addFirst}</Button>}
          align="start"
          finalFocus={callbacks.finalFocus}
        >
          <TypeItems onAdd={(type) => callbacks.onAddAfter(undefined, type)} />
        </Menu>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </Stack>
  );
}
