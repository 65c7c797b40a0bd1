import { sourceKinds } from "#domain/sources";
import type { Bindings, Caller } from "#env";
import type { Keep } from "#lib/cache";
import { found, invalid, Problem } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { Source } from "../schema";
import { ofId, selectSources, toWire } from "../store";
import { calendlyAccount, type Fault, isFault } from "./api";
import type { ConnectInput } from "./connection-schema";
import { subscribe } from "./subscribe";

const PERIOD_SECONDS = 60;

/** Throws a `rate_limited` problem for a source that was connected six times in a minute. */
async function limitConnects(env: Bindings, id: number) {
  const { success } = await env.CHECK_LIMITER.limit({ key: `source ${id}` });
  if (!success)
    throw new Problem("rate_limited", {
      message: "A source is connected at most six times a minute.",
      headers: { "Retry-After": String(PERIOD_SECONDS) },
    });
}

const problemOf = ({ error, isRefused }: Fault) =>
  isRefused
    ? invalid(fieldErrors(["access_token"], validationMessages.tokenRefused("Calendly", error)))
    : new Problem("unavailable", { message: error });

/** Connects a source to Calendly, and passes on what Calendly has to say against it. */
export async function connectSource(
  scope: Caller,
  env: Bindings,
  id: number,
  input: ConnectInput,
  keep: Keep,
): Promise<Source> {
  const { access_token: token, scope: whose, keep_token: keepsToken = false } = input;
  const { kind } = found(await selectSources(scope).where(ofId(scope, id)).get());
  if (!sourceKinds[kind].canConnect)
    throw new Problem("conflict", { message: "Only a source of `calendly` can be connected." });
  await limitConnects(env, id);
  const account = calendlyAccount(env, token);
  const answer = await subscribe(scope, account, id, { scope: whose, keepsToken }, keep);
  if (isFault(answer)) throw problemOf(answer);
  return toWire(scope, answer.value.row, answer.value.secrets);
}
