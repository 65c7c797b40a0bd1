import { cut } from "#lib/text";
import type { Posted } from "./post";
import type { Account, SendResult } from "./provider";
import { redact } from "./redact";

type Answer = Extract<Posted, { kind: "answered" }>;
type Credentials = Account["credentials"];
type Refusal = Extract<SendResult, { kind: "refused" }>;

const MAX_DETAIL_CHARACTERS = 500;
/** Text that D1 returns unchanged. */
const ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Statuses of a proxy: the service behind it may have processed the request all the same. */
const GATEWAY_TIMEOUTS = new Set([504, 520, 522, 524]);

/** The value at a path through JSON; undefined where there is none. */
export const at = (json: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    json,
  );

/** Ids may contain shorter secrets by chance. */
const MIN_CHARACTERS_IN_ID = 16;

const longOnes = (credentials: Credentials): Credentials =>
  Object.fromEntries(
    Object.entries(credentials).filter(([, secret]) => secret.length >= MIN_CHARACTERS_IN_ID),
  );

/** A message's id in an answer; undefined for a value that can't be one, or that holds a secret. */
export const idIn = (value: unknown, credentials: Credentials) =>
  typeof value === "string" && ID.test(value) && redact(value, longOnes(credentials)) === value
    ? value
    : undefined;

/** The paths at which providers put the text of an error, the most specific first. */
const WORDS = [
  ["error", "error_data", "details"],
  ["error", "message"],
  ["error", "title"],
  ["error"],
  ["message"],
  ["title"],
];

export function detailOf({ httpStatus, body }: Answer, credentials: Credentials) {
  const words = WORDS.map((path) => at(body, ...path)).find(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  return words === undefined
    ? `HTTP ${httpStatus}`
    : cut(redact(String(words), credentials).trim(), MAX_DETAIL_CHARACTERS);
}

/** The result where no request was made, and why. */
export const unsent = (detail: string): Refusal => ({
  kind: "refused",
  httpStatus: 0,
  code: null,
  detail,
  retryAfterMs: null,
});

const unanswered = (detail: string): SendResult => ({
  kind: "unknown",
  detail,
  isUnanswered: true,
});

const refused = (answer: Answer, credentials: Credentials): Refusal => ({
  kind: "refused",
  httpStatus: answer.httpStatus,
  code: null,
  detail: detailOf(answer, credentials),
  retryAfterMs: answer.retryAfterMs,
});

/** The result of a request by its HTTP status; `accept` reads the body of a 2xx. */
export function resultOf(
  posted: Posted,
  credentials: Credentials,
  accept: (body: unknown) => SendResult,
): SendResult {
  if (posted.kind === "unsent") return unsent("The request could not be made.");
  if (posted.kind === "lost") return unanswered(posted.detail);
  if (posted.httpStatus >= 200 && posted.httpStatus < 300) return accept(posted.body);
  if (GATEWAY_TIMEOUTS.has(posted.httpStatus)) return unanswered(`HTTP ${posted.httpStatus}`);
  return refused(posted, credentials);
}

/** As `resultOf`, for the Graph API: its error object is a refusal, whatever the status. */
export function graphResult(
  posted: Posted,
  credentials: Credentials,
  accept: (body: unknown) => SendResult | null,
): SendResult {
  const error = posted.kind === "answered" ? at(posted.body, "error") : undefined;
  if (posted.kind === "answered" && typeof error === "object" && error !== null) {
    const [code, subcode] = [at(error, "code"), at(error, "error_subcode")].map((value) =>
      Number.isSafeInteger(value) ? Number(value) : null,
    );
    return {
      ...refused(posted, credentials),
      code: code ?? null,
      ...(subcode != null && { subcode }),
    };
  }
  return resultOf(
    posted,
    credentials,
    (body) => accept(body) ?? { kind: "unknown", detail: "The answer names no message." },
  );
}
