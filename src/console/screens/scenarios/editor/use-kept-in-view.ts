import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { CARD_WIDTH } from "./layout-graph";
import { MARGIN } from "./opening";

/** Pans to the one card that is selected where the form that opens would hide it. */
export function useKeptInView(canvas: RefObject<HTMLElement | null>, selected: readonly string[]) {
  const flow = useReactFlow();
  const keep = useEffectEvent((width: number) => {
    const [one, ...others] = selected;
    const card = one !== undefined && others.length === 0 && flow.getNode(one);
    if (!card) return;
    const { x, y, zoom } = flow.getViewport();
    const right = x + (card.position.x + CARD_WIDTH) * zoom;
    const hidden = right + MARGIN - width;
    if (hidden > 0) void flow.setViewport({ x: x - hidden, y, zoom });
  });
  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver(([entry]) => entry && keep(entry.contentRect.width));
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [canvas]);
}
