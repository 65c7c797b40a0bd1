import { type FinalConnectionState, useReactFlow } from "@xyflow/react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTexts } from "#console/texts/catalogue";
import { isEntry } from "../nodes/drawn";
import type { Actions } from "./actions";
import type { FlowNode } from "./flow-elements";
import { handleOf, type Position, type Way } from "./graph";
import type { AskForNode } from "./insertion";
import type { LabelledEdge } from "./labelled-edge";
import { type Anchor, NodePicker } from "./node-picker";
import { texts } from "./texts";

/** Half the height of a card's head, where edges come in. */
const HEAD = 26;

type Asked = { way: Way; anchor: Anchor; at?: Position };
const anchorAt = (x: number, y: number): Anchor => {
  const rect = new DOMRect(x, y);
  return { getBoundingClientRect: () => rect };
};

function middleOf(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return anchorAt(x + width / 2, y + height / 2);
}

/** True if there is nothing of the graph at a place of the screen. */
function isEmptyAt(x: number, y: number) {
  const there = document.elementFromPoint(x, y);
  return there?.closest(".react-flow__pane") != null && !there.closest(".react-flow__node");
}

/** Puts nodes where an edge is dropped, after a handle, or into an edge. */
export function useInsertions(
  canvas: RefObject<HTMLElement | null>,
  nodes: readonly FlowNode[],
  actions: Actions,
  mayEdit: boolean,
) {
  const t = useTexts(texts);
  const flow = useReactFlow();
  const [asked, setAsked] = useState<Asked>();
  const [added, setAdded] = useState<string>();
  const isReconnecting = useRef(false);
  const ask = useMemo<AskForNode | null>(
    () => (mayEdit ? (way, anchor) => setAsked({ way, anchor }) : null),
    [mayEdit],
  );

  // A card that has no size yet is hidden, and takes no focus.
  const isMeasured = nodes.some(({ id, measured }) => id === added && measured !== undefined);
  useEffect(() => {
    if (added === undefined || !isMeasured) return;
    const card = `.react-flow__node[data-id="${CSS.escape(added)}"]`;
    const frame = requestAnimationFrame(() => {
      canvas.current?.querySelector<HTMLElement>(card)?.focus();
      setAdded(undefined);
    });
    return () => cancelAnimationFrame(frame);
  }, [added, isMeasured, canvas]);

  function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState) {
    const { fromHandle: handle, toHandle } = state;
    if (isReconnecting.current || toHandle || handle?.type !== "source" || !handle.id) return;
    const pointer = "changedTouches" in event ? event.changedTouches[0] : event;
    if (!pointer || !isEmptyAt(pointer.clientX, pointer.clientY)) return;
    const { x, y } = flow.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY });
    setAsked({
      way: { source: handle.nodeId, handle: handle.id },
      anchor: anchorAt(pointer.clientX, pointer.clientY),
      at: { x: Math.round(x), y: Math.round(y - HEAD) },
    });
  }

  /** Puts a node into the edge that a key was pressed on. */
  function onPlus(event: KeyboardEvent, edges: readonly LabelledEdge[]) {
    const line = event.target instanceof Element && event.target.closest(".react-flow__edge");
    const edge = line && edges.find(({ id }) => id === line.getAttribute("data-id"))?.data?.edge;
    if (!ask || !line || !edge) return;
    event.preventDefault();
    ask({ source: edge.source, handle: handleOf(edge), edge }, middleOf(line));
  }

  const picker: ReactNode = asked && (
    <NodePicker
      label={t.insert}
      anchor={asked.anchor}
      isOffered={(type) => !isEntry({ type })}
      onPick={(type) => setAdded(actions.insert(type, asked.way, asked.at))}
      onClose={() => setAsked(undefined)}
    />
  );
  return {
    ask,
    picker,
    onPlus,
    handlers: {
      onConnectEnd,
      onReconnectStart() {
        isReconnecting.current = true;
      },
      onReconnectEnd() {
        isReconnecting.current = false;
      },
    },
  };
}
