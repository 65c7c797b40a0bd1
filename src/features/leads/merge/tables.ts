/**
 * The tables that say whose their rows are, and what becomes of the rows of a lead that is merged
 * into another (db/merging).
 */
export const MERGED_TABLES = {
  leads: "fills the empty fields of the kept lead, and is deleted",
  lead_tags: "move; the kept lead has at most 100",
  lead_identities: "move",
  suppressions: "a message of the kept lead ends what one of the merged lead has begun",
  consents: "move, and an opt-out of either lead holds",
  conversations: "move; of two by one channel, that of the kept lead gets the messages",
  comments: "move",
  source_deliveries: "move",
  bookings: "move",
  profile_claims: "move",
  analyses: "move; those that run begin again",
  runs:
    "move with their steps, events and tags; " +
    "of two that are active, that of the merged lead ends",
  trigger_entries: "move; of two by one trigger, the later date and the sum of the times stay",
  trigger_evaluations: "move",
  trigger_times: "move; of two by one trigger, that of the kept lead stays",
  test_runs: "move",
  link_sends: "move with their counts",
  link_clicks: "move with their link sends",
  lead_duplicates: "move; that of the two leads is settled",
  lead_merges: "of what was merged into the merged lead, the kept one is told",
} as const;

/** The tables with a lead's id whose rows stay as they are. */
export const UNMERGED_TABLES = {
  events:
    "say what happened to the lead that had the id; their values go as those of a deleted lead",
  erasure_receipts: "are of leads that are gone",
  removals: "what was deleted of the merged lead stays so, and is removed",
  scenario_switches: "a place in a walk, which a merge sets back where that is needed",
} as const;
