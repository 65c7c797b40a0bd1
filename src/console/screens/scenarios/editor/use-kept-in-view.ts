import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";
import { CARD_WIDTH } from "./layout-graph";
import { MARGIN } from "./opening";

/** Pans to the one card that is selected where the form that opens would hide it. */
export function useKeptInView(canvas: RefObject<HTMLElement | null>, selected: readonly string[]) {
  const flow = useReactFlow();
  const one = useRef<string>(undefined);
  one.current = selected.length === 1 ? selected[0] : undefined;
  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const card = one.current && flow.getNode(one.current);
      if (!card || !entry) return;
      const { x, y, zoom } = flow.getViewport();
      const right = x + (card.position.x + CARD_WIDTH) * zoom;
      const hidden = right + MARGIN - entry.contentRect.width;
      if (hidden > 0) void flow.setViewport({ x: x - hidden, y, zoom });
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [canvas, flow]);
}
