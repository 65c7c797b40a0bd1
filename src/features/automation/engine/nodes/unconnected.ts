/**
 * The warning about a handle by which runs leave without an edge; null where that is a normal end.
 */
export type WhenUnconnected = "unconnected_handle" | "unconnected_match" | null;

/** A scenario may end at `next`, and a run whose message can't be sent ends as failed. */
export const whenUnconnected = (handle: string): WhenUnconnected =>
  handle === "next" || handle === "failed" ? null : "unconnected_handle";

/** As `whenUnconnected`, for nodes whose failure is not a normal end. */
export const whenFailureUnconnected = (handle: string): WhenUnconnected =>
  handle === "next" ? null : "unconnected_handle";
