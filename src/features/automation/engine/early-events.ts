import type { Run, RunEvent } from "./run";

// While a run waits for its message to be sent, the lead may already reply to it or read it.
// Such events are kept for the wait that may follow.

/** Keeps the first reply. Returns whether it was kept. */
export function keepEarlyReply(
  run: Run,
  { kind: _, ...reply }: RunEvent & { kind: "reply" },
): boolean {
  if (run.memory.early !== undefined) return false;
  run.early = reply;
  run.memory.early = reply.messageId;
  return true;
}

/** Records that a node's message was read. Returns whether that is new. */
export function keepEarlyRead(
  { memory }: Run,
  { nodeId }: RunEvent & { kind: "message_read" },
): boolean {
  const { read = [] } = memory;
  if (nodeId === null || read.includes(nodeId)) return false;
  memory.read = [...read, nodeId];
  return true;
}

export function discardEarlyEvents(run: Run) {
  run.early = null;
  delete run.memory.early;
  delete run.memory.read;
}
