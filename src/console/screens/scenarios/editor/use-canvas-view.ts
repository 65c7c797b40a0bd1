import { useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback, useImperativeHandle } from "react";
import type { CanvasView } from "./canvas-view";
import type { Position } from "./graph";
import { CARD_WIDTH } from "./layout-graph";

const LEAST_ZOOM = 0.8;

/** Lets other parts call the canvas. Returns what brings the card at a place into view. */
export function useCanvasView(
  view: RefObject<CanvasView | null>,
  section: RefObject<HTMLElement | null>,
) {
  const flow = useReactFlow();
  const show = useCallback(
    ({ x, y }: Position) => {
      const zoom = Math.max(flow.getZoom(), LEAST_ZOOM);
      void flow.setCenter(x + CARD_WIDTH / 2, y + 80, { zoom });
    },
    [flow],
  );
  useImperativeHandle(
    view,
    () => ({
      show,
      middle() {
        const box = section.current?.getBoundingClientRect();
        if (!box) return { x: 0, y: 0 };
        const { x, y } = box;
        const at = flow.screenToFlowPosition({ x: x + box.width / 3, y: y + box.height / 3 });
        return { x: Math.round(at.x), y: Math.round(at.y) };
      },
    }),
    [flow, section, show],
  );
  return show;
}
