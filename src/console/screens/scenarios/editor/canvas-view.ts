import type { Position } from "./graph";

/** The canvas as other parts call it. */
export type CanvasView = {
  /** Brings the node at a place into view. */
  show: (place: Position) => void;
  /** A place about in the middle of what is in view. */
  middle: () => Position;
};
