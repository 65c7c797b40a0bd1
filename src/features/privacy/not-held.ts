import type { Nothing } from "./held";

/** That all text columns of a table are of one sort, or what each is. */
type Sorts = Nothing | Record<string, Nothing>;

/**
 * The tables that hold nothing of a lead but what the workspace itself writes into them, and why
 * each of their text columns doesn't: the workspace's own, the directory's and the database's.
 */
export const NOT_HELD: Readonly<Record<string, Sorts>> = {
  analysis_usage: { day: "list", model: "service" },
  backups: {
    ...{ workspace_name: "own", state: "list", database: "key", reason: "service" },
    ...{ hash_key: "key", sealed_with: "key", noted_with: "key" },
  },
  canned_replies: "own",
  channel_owners: { platform: "list", provider: "list", external_id: "own" },
  channels: {
    ...{ name: "own", external_id: "own", gateway_url: "own", business_account_id: "own" },
    ...{ platform: "list", provider: "list", status: "list", stop_reason: "list", quality: "list" },
    ...{ credentials: "key", sealed_with: "key", changed_by: "key" },
    ...{ pause_reason: "list", pause_holds: "list", pause_origin: "list" },
    ...{ marketing_route: "list", marketing_state: "list", business_hours: "own" },
    ...{ portfolio_id: "key", login: "list", accepts: "list" },
    // The provider's words about the account.
    ...{ stop_detail: "own", pause_detail: "own", sync_error: "own", check_error: "own" },
  },
  clean_ups: "key",
  databases: "own",
  event_streams: "key",
  link_hours: "key",
  moves: { from_database: "key", to_database: "key", phase: "list", reason: "service" },
  outbox: { kind: "list", data: "own" },
  ranges: "key",
  restored: "key",
  scenario_days: "list",
  scenario_drafts: {
    ...{ settings: "own", mentions: "key", nodes: "own", edges: "own", changed_by: "key" },
    triggers: "own",
  },
  scenario_triggers: {
    ...{ trigger_id: "own", type: "list", platform: "list", lane: "list" },
    ...{ data: "own", fault: "list" },
  },
  scenario_versions: {
    ...{ name: "own", platform: "list", provider: "list" },
    ...{ nodes: "own", edges: "own", triggers: "own", changed_by: "key" },
  },
  scenarios: {
    ...{ name: "own", name_key: "own", platform: "list", provider: "list" },
    ...{ tracked_tag_ids: "key", webhook_url: "own", changed_by: "key" },
    effects: "key",
  },
  short_links: "own",
  slugs: { slug_key: "own", destination_url: "own", claim: "key" },
  source_keys: "key",
  sources: {
    ...{ kind: "list", name: "own", settings: "own", key_hashes: "key", secrets: "key" },
    ...{ sealed_with: "key", changed_by: "key", connection: "own" },
  },
  spent_ids: "key",
  tags: { label: "own", label_key: "own", description: "own", pipeline_stage: "list" },
  templates: {
    ...{ name: "own", components: "own", reason: "own", language: "list", category: "list" },
    ...{ status: "list", quality: "list", external_id: "key", changed_by: "key" },
  },
  tokens: { name: "own", hash: "key", abilities: "list" },
  trigger_cursors: { lane: "list", types: "list", claim_token: "key" },
  unrouted_webhooks: "own",
  usage_days: "list",
  webhook_endpoints: {
    ...{ url: "own", event_types: "list", secrets: "key", sealed_with: "key" },
    disabled_reason: "list",
  },
  workspace_removals: { name: "own", removed: "list" },
  workspaces: {
    ...{ name: "own", name_key: "own", settings: "own", suspended_reason: "own" },
    ...{ database: "key", default_country: "list", quotas: "list" },
    ...{ webhook_secrets: "key", webhook_sealed_with: "key" },
    ...{ suppression_key: "key", suppression_sealed_with: "key" },
  },
};
