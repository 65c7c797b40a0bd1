import { WINDOW_MS } from "#domain/window";

// The age of a node is how many seconds ago the lead may have written last when a run comes there.

export const WINDOW_SECONDS = WINDOW_MS / 1000;

/** The effect of a handle on the age: it is limited to `atMost`, and then `takes` seconds pass. */
export type Passage = { atMost: number; takes: number };

export const AT_ONCE: Passage = { atMost: Number.POSITIVE_INFINITY, takes: 0 };

export const ON_REPLY: Passage = { atMost: 0, takes: 0 };

/** The window is open, but it is not known for how long. */
export const WHILE_OPEN: Passage = { ...AT_ONCE, atMost: WINDOW_SECONDS - 1 };

/** A message that waits for business hours may wait for days. */
export const keeping = ({ within }: { within?: unknown }): Passage =>
  within == null ? AT_ONCE : after(null);

/** Without a limit the wait is endless. */
export const after = (seconds: number | null | undefined): Passage => ({
  ...AT_ONCE,
  takes: seconds ?? Number.POSITIVE_INFINITY,
});
