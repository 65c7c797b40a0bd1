import { named, type Operation, type Operations } from "./surface";

export type Args = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape that the document gives it.
export type Body = Record<string, any>;

/** An error of the API, or of a tool in the API's form. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: {
      message: string;
      code?: string;
      ability?: string;
      errors?: Record<string, string[]>;
    },
  ) {
    super(body.message);
  }
}

/** The token lacks an ability. */
export const lacking = (ability: string) =>
  new Refused(403, {
    message: `This token lacks the ability ${ability}.`,
    code: "missing_ability",
    ability,
  });

export const mistake = (argument: string, message: string) =>
  new Refused(422, {
    message: "The arguments are invalid.",
    code: "validation_failed",
    errors: { [argument]: [message] },
  });

export type Api = {
  /** Calls an operation. Throws `Refused` if it answers an error. */
  call(operation: string, args?: Args): Promise<Body>;
  /** The same; undefined where the token may not, or there is none. */
  find(operation: string, args?: Args): Promise<Body | undefined>;
  /** The version that the latest read has named, of what has versions. */
  seen(): string | undefined;
  /**
   * The same API, whose calls are carried out once, however often they are made; of this version
   * only, where one is given.
   */
  once(key: string, version?: string): Api;
};

/** The most calls of the API that one message to a server makes. */
const MAX_CALLS = 60;

type Access = {
  origin: string;
  bearer: string;
  operations: Operations;
  answer: (request: Request) => Promise<Response>;
};

export function apiFor({ origin, bearer, operations, answer }: Access): Api {
  let calls = 0;
  let seen: string | undefined;
  const callWith =
    (key?: string, version?: string) =>
    async (name: string, args: Args = {}) => {
      const operation = named(operations, name);
      if (!operation) throw mistake("operation", `There is no operation ${name}.`);
      if (++calls > MAX_CALLS)
        throw new Refused(429, { message: "The tool asks too much at once." });
      const { method } = operation;
      const body = bodyOf(operation, args);
      const response = await answer(
        new Request(new URL(pathOf(operation, args), origin), {
          method,
          headers: {
            Accept: "application/json",
            Authorization: `Bearer ${bearer}`,
            ...(body !== undefined && { "Content-Type": "application/json" }),
            ...(key && method === "POST" && { "Idempotency-Key": `${key}-${calls}` }),
            ...(version && { "If-Match": `"${version}"` }),
          },
          ...(body !== undefined && { body }),
        }),
      );
      seen = /^"(\d+)/.exec(response.headers.get("ETag") ?? "")?.[1] ?? seen;
      const answered = await response.json<Body>();
      if (response.ok) return answered;
      if (answered.ability) throw lacking(String(answered.ability));
      throw new Refused(response.status, { ...answered, message: String(answered.message) });
    };
  const withKey = (key?: string, version?: string): Api => {
    const call = callWith(key, version);
    const find = (name: string, args?: Args) =>
      call(name, args).catch((error) => {
        if (error instanceof Refused && [403, 404].includes(error.status)) return undefined;
        throw error;
      });
    return { call, find, seen: () => seen, once: withKey };
  };
  return withKey();
}

/** Never `..`: the path would be another operation's. */
const IN_PATH = /^[\w-]{1,64}$/;
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** In queries, 1 and 0 say yes and no. */
const written = (value: unknown) => String(typeof value === "boolean" ? Number(value) : value);

/** The path with its query. Throws a mistake for an argument that the operation does not have. */
function pathOf({ path, params, query, arrays, body }: Operation, args: Args) {
  const known = [...Object.keys(params), ...query, ...(body ?? [])];
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown) throw mistake(unknown, `Unknown argument. There are: ${known.join(", ")}.`);
  const filled = Object.entries(params).reduce((left, [name, place]) => {
    if (!IN_PATH.test(String(args[name] ?? ""))) throw mistake(name, "Required: an id.");
    return left.replace(`{${place}}`, String(args[name]));
  }, path);
  const search = new URLSearchParams();
  for (const name of query.filter((each) => isGiven(args[each])))
    if (arrays.includes(name))
      for (const one of [args[name]].flat()) search.append(`${name}[]`, String(one));
    else search.append(name, written(args[name]));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const bodyOf = ({ body }: Operation, args: Args) =>
  body
    ? JSON.stringify(
        Object.fromEntries(Object.entries(args).filter(([name]) => body.includes(name))),
      )
    : undefined;
