import type { Source } from "#client";

const DAY_MS = 86_400_000;

export type Light = "paused" | "disconnected" | "rejecting" | "receiving" | "silent";

const msOf = (at: string | null) => (at === null ? 0 : Date.parse(at));

/** The light of a source, by its connection and by what came last. */
export function lightOf({
  is_active: isActive,
  connection,
  received_at,
  rejected_at,
}: Pick<Source, "is_active" | "connection" | "received_at" | "rejected_at">): Light {
  if (!isActive) return "paused";
  if (connection && connection.state !== "active") return "disconnected";
  const [received, rejected] = [msOf(received_at), msOf(rejected_at)];
  if (rejected > received && rejected > Date.now() - DAY_MS) return "rejecting";
  return received > 0 ? "receiving" : "silent";
}

/** True if a source loses what is sent to it. */
export function isLosing(source: Source) {
  const light = lightOf(source);
  return light === "disconnected" || light === "rejecting";
}
