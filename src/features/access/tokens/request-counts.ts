/** The requests of a workspace that this isolate has answered, and since when. */
type Counted = { requests: number; since: number };

const FLUSH_AFTER_MS = 60_000;
const MAX_WORKSPACES = 10_000;

const counts = new Map<number, Counted>();

/** Counts requests in this isolate. What it has counted when it ends is lost. */
export function countRequests(workspaceId: number, now: number, requests = 1) {
  const counted = counts.get(workspaceId);
  if (counted) counted.requests += requests;
  else if (counts.size < MAX_WORKSPACES) counts.set(workspaceId, { requests, since: now });
}

/** Takes the requests of a workspace to be written: 0 unless a minute's are, or `isDue`. */
export function takeRequests(workspaceId: number, now: number, isDue: boolean) {
  const counted = counts.get(workspaceId);
  if (!counted || !(isDue || now - counted.since >= FLUSH_AFTER_MS)) return 0;
  counts.delete(workspaceId);
  return counted.requests;
}
