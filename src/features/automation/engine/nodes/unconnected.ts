/** The warning about a handle by which runs leave without an edge, where that is no normal end. */
export const runsEndHere = (handle: string) =>
  `No edge leaves by the handle "${handle}", so runs that take it end here: connect it, to an ` +
  "exit node if that is what you mean.";

/** A scenario may end at `next`, and a run whose message can't be sent ends as failed. */
export const warnUnconnected = (handle: string): string | null =>
  handle === "next" || handle === "failed" ? null : runsEndHere(handle);

/** As `warnUnconnected`, for nodes whose failure is not a normal end. */
export const warnUnconnectedFailure = (handle: string): string | null =>
  handle === "next" ? null : runsEndHere(handle);
