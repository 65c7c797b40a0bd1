import type { Credentials } from "#domain/credentials";
import { hasExpiringTokens, type Login } from "#domain/platforms";
import type { Bindings } from "#env";
import { type FieldErrors, throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { lineOf, type Members } from "../inbound/untrusted";
import { askMeta } from "./ask-meta";

/** The result of a check that a channel keeps: when its token was right, or what was wrong. */
export type Checked = { checkedAt: number | null; checkError: string | null };

/** The account of a token of Instagram's login, with its id for the app and its own. */
const meUrl = ({ INSTAGRAM_URL }: Bindings) => `${INSTAGRAM_URL}/me?fields=id,user_id,username`;

const UNCHECKED: Checked = { checkedAt: null, checkError: null };

/** An id in Meta's answers, in digits; null if it is none. */
export const digitsIn = (value: unknown) => {
  const text = typeof value === "number" ? String(value) : lineOf(value);
  return /^\d{1,30}$/.test(text ?? "") ? (text ?? null) : null;
};

/**
 * The faults of an account's id by the answer to who a token is: accounts with a login of their own
 * have two ids, and webhooks name them by the `user_id`.
 */
function idErrors({ id, user_id }: Members, externalId: string): FieldErrors {
  const userId = digitsIn(user_id);
  if (userId === null || userId === externalId) return {};
  return fieldErrors(
    ["external_id"],
    digitsIn(id) === externalId
      ? validationMessages.appScopedId(userId)
      : validationMessages.otherAccount(userId),
  );
}

const PERMISSIONS = { first: 200, last: 299, others: [3, 10] };
const INVALID_TOKENS = [102, 190];

/** True if a code says that the token lacks a permission. */
export const isOfPermission = (code: number | null) =>
  code !== null &&
  (PERMISSIONS.others.includes(code) || (code >= PERMISSIONS.first && code <= PERMISSIONS.last));

/** True if a code says that the token itself is wrong. */
export const isOfToken = (code: number | null) => INVALID_TOKENS.includes(code ?? 0);

/**
 * Asks Meta once whose a token is, where the account has a login of its own. Throws the errors of
 * the fields that are wrong for certain. Where Meta says nothing, the channel keeps that instead:
 * `POST /channels/{id}/check` asks again.
 */
export async function checkAccount(
  env: Bindings,
  login: Login | null,
  externalId: string | null | undefined,
  credentials: Credentials,
): Promise<Checked> {
  if (!hasExpiringTokens(login)) return UNCHECKED;
  const answer = await askMeta(env, meUrl(env), credentials);
  if (answer.kind === "refused" && (isOfToken(answer.code) || isOfPermission(answer.code)))
    throwErrors(
      fieldErrors(
        ["credentials.access_token"],
        validationMessages.tokenRefused("Meta", answer.detail),
      ),
    );
  if (answer.kind !== "body") return { checkedAt: null, checkError: answer.detail };
  throwErrors(idErrors(answer.body, externalId ?? ""));
  return { checkedAt: Date.now(), checkError: null };
}
