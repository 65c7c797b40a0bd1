import { sql } from "drizzle-orm";

/**
 * Selects the ids of a channel and of the others of its business account, in its workspace alone:
 * clients enter `business_account_id` themselves, so that of another workspace proves nothing.
 */
export const accountChannels = (channelId: number) => sql`
  select other.id
  from channels as own cross join channels as other on other.workspace_id = own.workspace_id
  where own.id = ${channelId}
    and (other.id = own.id or other.business_account_id = own.business_account_id)`;
