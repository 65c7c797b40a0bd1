import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { whenUnconnected } from "./unconnected";

// Shared by the nodes that wait for the lead or for an event.

type WithTimeout = { timeout_seconds?: number | null | undefined };

/** When the wait times out; null if it has no timeout. */
export const timeoutAt = ({ timeout_seconds: seconds }: WithTimeout, now: number) =>
  seconds == null ? null : now + seconds * 1000;

const WITHOUT_TIMEOUT = warnAt("timeout_seconds", "wait_without_timeout", {});

export const timeoutFaults = ({ timeout_seconds: seconds }: WithTimeout): NodeWarning[] =>
  seconds == null ? [WITHOUT_TIMEOUT] : [];

/** A wait that has no timeout is never left by that handle; `timeoutFaults` warns about it. */
export const whenWaitUnconnected = (handle: string, { timeout_seconds: seconds }: WithTimeout) =>
  handle === "timeout" && seconds == null ? null : whenUnconnected(handle);
