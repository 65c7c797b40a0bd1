import { batch, readBatch } from "#db/batch";
import type { Bindings, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { found, Problem } from "#lib/problem";
import { apiOf } from "../outbound/providers/all";
import { at, graphResult } from "../outbound/providers/answer";
import { ask } from "../outbound/providers/post";
import { keepCheck } from "./check-state";
import { openCredentials } from "./credentials";
import type { Channel } from "./schema";
import { selectChannel, toWire } from "./store";
import { type AccountRow, selectAccount } from "./sync-state";

const MAX_ANSWER_BYTES = 65_536;

/** Meta's reason for not letting the channel use its account; null if it does. */
async function faultOf(env: Bindings, row: AccountRow, sealed: string, path: string) {
  const { APP_KEY, APP_KEY_BEFORE, GRAPH_URL, SEND_TIMEOUT_MS } = env;
  const opened = await openCredentials([APP_KEY, APP_KEY_BEFORE], row.id, sealed).catch((error) =>
    log("error", "credentials not opened", { channel_ids: [row.id], ...describeError(error) }),
  );
  if (!opened) return "The stored credentials can't be opened. Send them again.";
  const make = () => ({
    url: `${GRAPH_URL}/${path}?fields=id`,
    headers: { Authorization: `Bearer ${opened.access_token}` },
  });
  const posted = await ask(make, SEND_TIMEOUT_MS, MAX_ANSWER_BYTES);
  const result = graphResult(posted, opened, (body) =>
    at(body, "id") === undefined ? null : { kind: "accepted", externalId: "" },
  );
  if (result.kind === "accepted") return null;
  if (result.kind === "refused") return result.detail;
  return result.isUnanswered ? "Meta does not answer." : "Meta's answer can't be read.";
}

/** Asks Meta whether a channel's credentials are right, and keeps what it says. */
export async function checkChannel(scope: Scope, env: Bindings, id: number): Promise<Channel> {
  const { channel } = await readBatch(scope, { channel: selectAccount(scope, id) });
  const row = found(channel[0]);
  const path = apiOf(row.provider)?.accountPath(row.numberId ?? "");
  if (path === undefined || row.credentials === null)
    throw new Problem("conflict", {
      message: "Only a channel of `whatsapp_cloud` or `instagram` can be checked.",
    });
  const error = await faultOf(env, row, row.credentials, path);
  const { checked } = await batch(scope, {
    kept: keepCheck(scope, id, row.credentials, error),
    checked: selectChannel(scope, id),
  });
  return toWire(scope)(found(checked[0]));
}
