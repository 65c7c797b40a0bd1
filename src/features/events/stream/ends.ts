/** The reasons for ending a stream, with the close code of the WebSocket. */
export const ends = {
  notUnderstood: [4400, "Only acknowledgements that were asked for, and pings, are understood."],
  unauthenticated: [4401, "The token was revoked, or has expired."],
  suspended: [4403, "The workspace is suspended."],
  slow: [4408, "No acknowledgement came. Reconnect after the last event that you have."],
  gone: [4410, "There is too much since that event, or it is too old. Read GET /v1/events."],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

export type End = (typeof ends)[keyof typeof ends];
