import type { Credentials } from "#domain/credentials";
import type { Bindings } from "#env";
import { itemsOf, membersOf } from "../inbound/untrusted";
import { at } from "../outbound/providers/answer";
import { ask } from "../outbound/providers/post";
import type { Checks } from "../outbound/providers/provider";
import { askMeta, type MetaAnswer } from "./ask-meta";
import { digitsIn, isOfPermission, isOfToken } from "./check-account";
import type { FaultSubject } from "./fault-subjects";

export type Fault = { about: FaultSubject; detail: string };

const REDIRECT_TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;
/** Meta's codes of an object that there is not, or that the token can't see. */
const UNKNOWN_OBJECTS = [100, 110, 803];

function subjectOf(code: number | null): FaultSubject {
  if (isOfPermission(code)) return "permission";
  if (isOfToken(code)) return "token";
  return UNKNOWN_OBJECTS.includes(code ?? 0) ? "account" : "answer";
}

/** The fault for which Meta does not let a token use an account. */
export function faultIn(answer: MetaAnswer): Fault | null {
  if (answer.kind === "none") return { about: "answer", detail: answer.detail };
  if (answer.kind === "refused") return { about: subjectOf(answer.code), detail: answer.detail };
  return at(answer.body, "id") === undefined
    ? { about: "answer", detail: "Meta's answer can't be read." }
    : null;
}

/** The fault of an id which is not that of the token's account. Another answer says nothing. */
export async function ownerFault(
  env: Bindings,
  { owner, account }: Pick<Checks, "owner"> & { account: MetaAnswer },
  externalId: string | null,
  credentials: Credentials,
): Promise<Fault | null> {
  if (!owner) return null;
  const answer = owner.url ? await askMeta(env, owner.url, credentials) : account;
  const id = answer.kind === "body" ? digitsIn(at(answer.body, ...owner.idAt)) : null;
  return id === null || id === externalId
    ? null
    : { about: "account", detail: `The token is of the account ${id}.` };
}

/** The fault of an app that gets no webhooks of the account, or not those of all fields. */
export async function subscriptionFault(
  env: Bindings,
  subscriptions: Checks["subscriptions"],
  fields: string[],
  credentials: Credentials,
): Promise<Fault | null> {
  if (!subscriptions) return null;
  const answer = await askMeta(env, subscriptions.url, credentials);
  if (answer.kind === "refused" && isOfPermission(answer.code))
    return { about: "permission", detail: answer.detail };
  if (answer.kind !== "body" || !Array.isArray(answer.body.data)) return null;
  const apps = answer.body.data.map(membersOf);
  if (apps.length === 0)
    return { about: "subscription", detail: "No app is subscribed to the account." };
  const given = new Set(apps.flatMap((app) => itemsOf(app?.subscribed_fields)));
  const missing = subscriptions.namesFields ? fields.filter((field) => !given.has(field)) : [];
  return missing.length === 0
    ? null
    : { about: "subscription", detail: `Not subscribed to: ${missing.join(", ")}.` };
}

/** The fault of a URL that leads elsewhere. One that can't be asked from here says nothing. */
export async function redirectFault(url: string): Promise<Fault | null> {
  const answer = await ask(() => ({ url, headers: {} }), REDIRECT_TIMEOUT_MS, MAX_BYTES);
  const isRedirect =
    answer.kind === "answered" && answer.httpStatus >= 300 && answer.httpStatus < 400;
  return isRedirect
    ? { about: "redirect", detail: `The webhook URL answers with HTTP ${answer.httpStatus}.` }
    : null;
}
