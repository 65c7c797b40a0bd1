import { type SQL, sql } from "drizzle-orm";
import type { MarketingEndpoint } from "#domain/messaging";
import type { ChannelReplacement } from "./schema";

/**
 * Keeps the endpoint at which Meta takes the marketing templates of channels, which `channelIds`
 * selects. It is no change of a channel.
 */
export const keepMarketingEndpoint = (channelIds: SQL, endpoint: MarketingEndpoint) => sql`
  update channels set marketing_state = ${endpoint}
  where id in (${channelIds}) and marketing_state is not ${endpoint}`;

/** The state is that of the number and its account: that of others is not known yet. */
export const marketingStateFor = ({ external_id, business_account_id }: ChannelReplacement) => sql`
  iif(business_account_id is ${business_account_id ?? null}
    and external_id is ${external_id ?? null}, marketing_state, null)`;
