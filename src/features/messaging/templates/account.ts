import type { Bindings } from "#env";
import { describeError, log } from "#lib/log";
import { openCredentials } from "../channels/credentials";
import type { AccountRow } from "../channels/sync-state";
import { type GraphAccount, graphAccount } from "./graph";

/** The account at Meta of a channel; undefined where it has none that templates are synced with. */
export async function openAccount(
  env: Bindings,
  row: AccountRow,
): Promise<GraphAccount | undefined> {
  const { id, numberId, accountId, credentials: sealed } = row;
  if (accountId === null || sealed === null) return undefined;
  const credentials = await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], id, sealed).catch(
    (error) => {
      log("error", "credentials not opened", { channel_ids: [id], ...describeError(error) });
      return {};
    },
  );
  return graphAccount(env, { accountId, numberId: numberId ?? "", credentials });
}
