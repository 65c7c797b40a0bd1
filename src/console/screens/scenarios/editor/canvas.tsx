import {
  type Connection,
  type EdgeChange,
  type NodeChange,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Scenario } from "#client";
import { useTexts } from "#console/texts/catalogue";
import type { Highlight } from "../highlight";
import type { Actions } from "./actions";
import { Board, FIT } from "./board";
import styles from "./canvas.module.css";
import { CanvasControls } from "./canvas-controls";
import type { CanvasView } from "./canvas-view";
import { type FlowNode, useFlowState } from "./flow-elements";
import { connect, type GraphEdge, removeEdges } from "./graph";
import { InsertionProvider } from "./insertion";
import type { LabelledEdge } from "./labelled-edge";
import { CARD_WIDTH, layOut, type Places } from "./layout-graph";
import { isNodeType } from "./node-kinds";
import { firstOf, isLegible, MARGIN, OPENING_ZOOM } from "./opening";
import { DRAGGED, DRAGGED_TRIGGER } from "./palette";
import { type EditorStore, graphIn, selectedIn, useEditor } from "./store";
import { texts } from "./texts";
import { useFlowParts } from "./triggers/flow-heads";
import { entryOf, headPlaces, moveParts, removeParts } from "./triggers/heads";
import { isTriggerType } from "./triggers/kinds";
import { useCanvasView } from "./use-canvas-view";
import type { ProblemsByNode } from "./use-check";
import { useInsertions } from "./use-insertions";
import { useKeptInView } from "./use-kept-in-view";

/** From so many nodes on, what is typed does not wait for the drawing. */
const MANY = 100;

type CanvasProps = {
  /** As it is published. */
  scenario: Scenario;
  store: EditorStore;
  actions: Actions;
  places: Places;
  problems: ProblemsByNode;
  highlight: Highlight | null;
  mayEdit: boolean;
  view: RefObject<CanvasView | null>;
  /** Stands in the middle, while there is nothing else. */
  children?: ReactNode;
};

function Drawing({
  scenario,
  store,
  actions,
  places,
  problems,
  highlight,
  mayEdit,
  view,
  children,
}: CanvasProps) {
  const t = useTexts(texts);
  const flow = useReactFlow<FlowNode, LabelledEdge>();
  const section = useRef<HTMLElement>(null);
  const now = useEditor(store, graphIn);
  const later = useDeferredValue(now);
  const graph = now.nodes.length > MANY ? later : now;
  const selected = useEditor(store, selectedIn);
  useKeptInView(section, selected);
  const isSelected = useCallback((id: string) => selected.includes(id), [selected]);
  const shown = { places, problems, highlight, scenario };
  const { cards, lines, headLines } = useFlowParts(graph, shown);
  const [nodes, apply] = useFlowState(cards, isSelected);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const edges = useMemo(() => {
    const own = lines.map((line) => (chosen.has(line.id) ? { ...line, selected: true } : line));
    return [...headLines, ...own];
  }, [headLines, lines, chosen]);

  const { ask, picker, onPlus, handlers } = useInsertions(section, nodes, actions, mayEdit);

  const showAt = useCanvasView(view, section);

  /** The card that is chosen; else a graph that is legible as a whole; else how it begins. */
  function onInit() {
    const one = cards.find(({ id }) => isSelected(id));
    if (one) return showAt(one.position);
    const box = section.current?.getBoundingClientRect();
    const first = firstOf(cards);
    if (!box || !first) return;
    if (isLegible(cards, box)) return void flow.fitView(FIT);
    const { x } = first.position;
    const entry = entryOf(graph);
    const { y } = (cards.find(({ id }) => id === entry?.id) ?? first).position;
    void flow.setViewport({
      x: MARGIN - x * OPENING_ZOOM,
      y: box.height / 2 - (y + 60) * OPENING_ZOOM,
      zoom: OPENING_ZOOM,
    });
  }

  function onNodesChange(changes: NodeChange<FlowNode>[]) {
    apply(changes.filter(({ type }) => type !== "select" && type !== "remove"));
    const picked = new Set(selected);
    for (const change of changes)
      if (change.type === "select") picked[change.selected ? "add" : "delete"](change.id);
    store.select([...picked]);
    if (!mayEdit) return;
    const moved = changes.flatMap((change) => {
      if (change.type !== "position" || change.dragging || !change.position) return [];
      const before = cards.find(({ id }) => id === change.id)?.position;
      const { x, y } = change.position;
      const isSame = before?.x === x && before.y === y;
      return isSame ? [] : [[change.id, { x: Math.round(x), y: Math.round(y) }] as const];
    });
    if (moved.length > 0) actions.move(new Map(moved));
  }

  function onEdgesChange(changes: EdgeChange<LabelledEdge>[]) {
    const picked = new Set(chosen);
    for (const change of changes)
      if (change.type === "select") picked[change.selected ? "add" : "delete"](change.id);
    setChosen(picked);
  }

  function onConnect({ source, sourceHandle, target }: Connection) {
    if (source !== target)
      store.change((now) => connect(now, source, sourceHandle ?? "next", target));
  }

  function onReconnect(old: LabelledEdge, connection: Connection) {
    const edge = old.data?.edge;
    store.change((now) => {
      const without = edge ? removeEdges(now, new Set([edge])) : now;
      const { source, sourceHandle, target } = connection;
      const isKept = edge?.source === source && (old.sourceHandle ?? "next") === sourceHandle;
      return connect(isKept ? now : without, source, sourceHandle ?? "next", target);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "+") return onPlus(event, edges);
    if (!mayEdit || (event.key !== "Delete" && event.key !== "Backspace")) return;
    const gone = new Set<GraphEdge>();
    for (const { id, data } of edges) if (chosen.has(id) && data) gone.add(data.edge);
    if (selected.length === 0 && gone.size === 0) return;
    event.preventDefault();
    store.change((now) => removeParts(removeEdges(now, gone), selected));
    setChosen(new Set());
  }

  function onDrop(event: DragEvent) {
    const [type, trigger] = [DRAGGED, DRAGGED_TRIGGER].map((kind) =>
      event.dataTransfer.getData(kind),
    );
    if (!mayEdit || !(type || trigger)) return;
    event.preventDefault();
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const at = { x: Math.round(x - CARD_WIDTH / 2), y: Math.round(y - 24) };
    if (type && isNodeType(type)) actions.add(type, { at });
    if (trigger && isTriggerType(trigger)) actions.addTrigger(trigger, at);
  }

  async function tidy() {
    const sizes = new Map(
      flow.getNodes().flatMap(({ id, measured }) => {
        const { width, height } = measured ?? {};
        return width && height ? [[id, { width, height }] as const] : [];
      }),
    );
    const found = await layOut(graph, sizes);
    const triggers = graph.triggers.map(({ position: _, ...trigger }) => ({
      ...trigger,
      id: trigger.id,
      type: trigger.type,
    }));
    const heads = headPlaces({ ...graph, triggers }, ({ id }) => found.get(id));
    store.change((now) => moveParts(now, new Map([...found, ...heads])));
    requestAnimationFrame(() => void flow.fitView(FIT));
  }

  return (
    <section
      ref={section}
      className={styles.canvas}
      aria-label={t.canvasLabel}
      onKeyDown={onKeyDown}
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      <InsertionProvider value={ask}>
        <Board
          nodes={nodes}
          edges={edges}
          fitView={false}
          onInit={onInit}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onConnect={onConnect}
          onReconnect={onReconnect}
          {...handlers}
          nodesDraggable={mayEdit}
          nodesConnectable={mayEdit}
          edgesReconnectable={mayEdit}
          deleteKeyCode={null}
          connectionRadius={36}
          hasMinimap={graph.nodes.length > 0}
        />
      </InsertionProvider>
      {picker}
      <CanvasControls onTidy={mayEdit ? tidy : undefined} />
      {children}
    </section>
  );
}

/** The graph, to be drawn with the mouse. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}
