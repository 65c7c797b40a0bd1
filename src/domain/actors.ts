// Who causes events.

export const actorTypes = ["token", "operator", "run", "platform", "service"] as const;
export type ActorType = (typeof actorTypes)[number];

/** `id` is that of the token or run; null for the others. */
export type Actor = { type: ActorType; id: number | null };

/** An actor as it is stored: the first letter of its type, then its id. */
export type ActorCode = `t${number}` | `r${number}` | "o" | "p" | "s";

export const byToken = (id: number): ActorCode => `t${id}`;
export const BY_OPERATOR: ActorCode = "o";
/** Meta, a gateway, or the lead by a message or a click. */
export const BY_PLATFORM: ActorCode = "p";
/** The service itself. */
export const BY_SERVICE: ActorCode = "s";

/** The actor of a code. Null where nobody can be named. */
export function actorOf(code: string | null): Actor | null {
  const type = actorTypes.find((name) => name[0] === code?.[0]);
  if (code === null || !type) return null;
  return { type, id: code.length > 1 ? Number(code.slice(1)) : null };
}
