import type { FlowNode } from "./flow-elements";
import { CARD_WIDTH, type Size } from "./layout-graph";

// The part of a graph that is in view when it is opened.

export const OPENING_ZOOM = 0.65;
/** Pixels beside the first card. */
export const MARGIN = 48;
const LEAST_ZOOM = 0.5;
const CARD_HEIGHT = 150;

/** The card that is furthest to the left. */
export const firstOf = (cards: readonly FlowNode[]) =>
  cards.reduce<FlowNode | undefined>(
    (first, card) => (first && first.position.x <= card.position.x ? first : card),
    undefined,
  );

/** True if cards can still be read when all of them are in view. */
export function isLegible(cards: readonly FlowNode[], { width, height }: Size) {
  const xs = cards.map(({ position }) => position.x);
  const ys = cards.map(({ position }) => position.y);
  const across = Math.max(...xs) - Math.min(...xs) + CARD_WIDTH + 2 * MARGIN;
  const down = Math.max(...ys) - Math.min(...ys) + CARD_HEIGHT + 2 * MARGIN;
  return Math.min(width / across, height / down) >= LEAST_ZOOM;
}
