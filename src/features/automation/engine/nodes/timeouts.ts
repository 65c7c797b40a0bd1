import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { whenUnconnected } from "./unconnected";

// Shared by the nodes that wait for the lead or for an event.

export type WithTimeout = { timeout_seconds?: number | null | undefined };

/** When the wait times out; null if it has no timeout. */
export const timeoutAt = ({ timeout_seconds: seconds }: WithTimeout, now: number) =>
  seconds == null ? null : now + seconds * 1000;

/** `within`: where in `data` the timeout stands, with a dot behind. */
export const timeoutFaults = (
  { timeout_seconds: seconds }: WithTimeout,
  within: "" | "wait." = "",
): NodeWarning[] =>
  seconds == null ? [warnAt(`${within}timeout_seconds`, "wait_without_timeout", {})] : [];

/** A wait that has no timeout is never left by that handle; `timeoutFaults` warns about it. */
export const whenWaitUnconnected = (handle: string, { timeout_seconds: seconds }: WithTimeout) =>
  handle === "timeout" && seconds == null ? null : whenUnconnected(handle);
