import { sql } from "drizzle-orm";
import type { Scope } from "../../../env";
import type { Receiver as KnownReceiver } from "../channels/receivers";
import { idsOf } from "./sender-matching";
import type { Sender } from "./webhook-events";

/** The channel that a webhook is about, and what its workspace has set. */
export type Receiver = Pick<KnownReceiver, "id" | "platform" | "externalId" | "settings">;

/** What somebody said; of one who is a lead only by the same batch, `leadId` is null. */
export type Said<Item extends { from: Sender }> = Item & { leadId: number | null };

/** Items as JSON, for `leadIdOf`. */
export const listOf = (items: Said<{ from: Sender }>[]) =>
  JSON.stringify(
    items.map(({ from, ...item }) => {
      const [id] = idsOf(from);
      return { ...item, idKind: id?.kind, idValue: id?.value };
    }),
  );

/** The lead of an item of such a list, which `json_each` gives as `item`. */
export const leadIdOf = ({ workspaceId }: Scope) => sql`ifnull(item.value ->> 'leadId', (
  select lead_id from lead_identities where workspace_id = ${workspaceId} and kind = item.value ->> 'idKind' and value = item.value ->> 'idValue'))`;
