// The actors who cause events.

/** The letters by which the types of actors are stored. */
const LETTERS = {
  token: "t",
  operator: "o",
  run: "r",
  platform: "p",
  service: "s",
  import: "i",
  /** A way in for other services (schema/sources.ts). */
  source: "w",
} as const;
export type ActorType = keyof typeof LETTERS;
export const actorTypes = Object.keys(LETTERS) as [ActorType, ...ActorType[]];

/** `id` is that of the token, run, import or source; null for the others. */
export type Actor = { type: ActorType; id: number | null };

/**
 * An actor as it is stored: the letter of its type, then its id. `q`: an import of whose changes
 * neither scenarios nor webhooks are told.
 */
export type ActorCode = `${"t" | "r" | "i" | "q" | "w"}${number}` | "o" | "p" | "s" | "q";

const QUIET = "q" as const;

export const byToken = (id: number): ActorCode => `t${id}`;
export const byImport = (id: number, isQuiet: boolean): ActorCode =>
  `${isQuiet ? QUIET : ("i" as const)}${id}`;
export const bySource = (id: number): ActorCode => `w${id}`;
export const BY_OPERATOR: ActorCode = "o";
/** Meta, a gateway, or the lead by a message or a click. */
export const BY_PLATFORM: ActorCode = "p";
/** The past of an account: it makes leads of whom nobody is told, as a quiet import does. */
export const BY_HISTORY: ActorCode = QUIET;
/** The service itself. */
export const BY_SERVICE: ActorCode = "s";

/** The actor of a code. Null where nobody can be named. */
export function actorOf(code: string | null): Actor | null {
  const [letter] = code ?? [];
  const type = letter === QUIET ? "import" : actorTypes.find((name) => LETTERS[name] === letter);
  if (code === null || !type) return null;
  return { type, id: code.length > 1 ? Number(code.slice(1)) : null };
}
