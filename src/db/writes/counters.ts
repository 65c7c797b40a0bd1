import { stages } from "#domain/leads";
import type { Counter } from "./counter";

// The bytes of a row, with its indexes and what is stored beside it, are an estimate: long texts
// count by their length, everything else by its average. The index of search takes the more, the
// less texts repeat. With it, a character of random text takes 13 bytes of ASCII, 13 of Cyrillic,
// 40 of Chinese, 38 of emoji and 49 of rare ideographs, once segments are merged; one of prose 2 or
// 3 (guides/figures.md). 13 times the bytes less the characters are 12, 25, 38 and 51: nine tenths
// of the worst, as nobody shall store more than is counted, and so far more than prose takes.

const sum = (terms: readonly string[]) => terms.join("\n      + ");
const lengthOf = (column: string) => `ifnull(octet_length(row.${column}), 0)`;

/** Steps of 1,024 bytes, so that most changes cost no write. */
const inSteps = (bytes: string) => `(${bytes}) / 1024 * 1024`;

const leadTexts = ["data", "variables", "profile", "image"];
/** A lead is searched by these, of which about 100 bytes are the average. */
const searchedTexts = ["first_name", "last_name", "username", "email", "phone", "ext_id"];
const leadBytes = sum([
  ...leadTexts.map(lengthOf),
  `max(0, 12 * (${sum(searchedTexts.map(lengthOf))} - 100))`,
]);

const messageBytes = `ifnull(13 * octet_length(row.text) - length(row.text), 0)
      + iif(row.type = 'template', 12, 1) * octet_length(row.payload)`;

const isOurs = "new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person'";

const graphBytes = sum(["100", ...["nodes", "edges", "triggers"].map(lengthOf)]);

const tagsOf = (lead: string) => `(SELECT count(*) FROM lead_tags WHERE lead_id = ${lead})`;

/** The directory keeps some keys for workspaces in other databases, and counts none of these. */
const isAtHome = `EXISTS (
    SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL
  )`;

/** By table. Simple tables, whose bytes alone are counted, stand in the ledger (ledger.ts). */
export const COUNTERS: Readonly<Record<string, Counter>> = {
  leads: {
    each: {
      leads: "1",
      stored_bytes: `1000 + ${inSteps(leadBytes)}`,
      ...Object.fromEntries(
        stages.map((stage) => [`stage_${stage}`, `row.pipeline_stage IS '${stage}'`]),
      ),
    },
    changes: [[...leadTexts, ...searchedTexts], ["pipeline_stage"]],
    deleted: { stored_bytes: `-450 * (${tagsOf("old.id")} / 10)` },
    also: [
      {
        on: "UPDATE OF is_optout",
        // Whoever has reported it, but an import: it brings along what people have said before.
        when: `new.is_optout = 1 AND old.is_optout = 0
  AND ifnull(substr(new.changed_by, 1, 1), '') NOT IN ('i', 'q')`,
        adds: { opt_outs: "1" },
      },
    ],
  },
  // The tags of a lead count by the ten, so that most cost no write: nine are part of the lead.
  lead_tags: {
    parent: ["leads", "lead_id"],
    also: [
      { on: "INSERT", when: `${tagsOf("new.lead_id")} % 10 = 0`, adds: { stored_bytes: "450" } },
      { on: "DELETE", when: `${tagsOf("old.lead_id")} % 10 = 9`, adds: { stored_bytes: "-450" } },
      {
        // Those of a lead that is joined with another go over to that one.
        on: "UPDATE OF lead_id",
        when: "new.lead_id <> old.lead_id",
        adds: {
          stored_bytes: `450 * (${tagsOf("new.lead_id")} % 10 = 0)
      - 450 * (${tagsOf("old.lead_id")} % 10 = 9)`,
        },
      },
    ],
  },

  // Messages that were blocked are stored, but not counted as sent. Notes only take space, and so
  // does the past of an account. What persons write in the platform's own app is not sent by us.
  messages: {
    each: { messages: "row.direction <> 'internal'", stored_bytes: `350 + ${messageBytes}` },
    changes: [["text", "payload"]],
    created: {
      messages_received: "new.direction = 'inbound' AND new.origin IS NULL",
      messages_sent: `new.direction = 'outbound' AND new.status <> 'failed' AND ${isOurs}`,
      messages_failed: `new.direction = 'outbound' AND new.status = 'failed' AND ${isOurs}`,
    },
    also: [
      {
        on: "UPDATE OF status",
        when: `new.status = 'failed' AND old.status <> 'failed' AND ${isOurs}`,
        adds: { messages_failed: "1" },
      },
    ],
  },
  profile_claims: {
    parent: ["messages", "message_id"],
    each: { stored_bytes: sum(["200", "octet_length(row.value)", "octet_length(row.quote)"]) },
    changes: [["value", "quote"]],
  },
  media: {
    each: { stored_bytes: "300", media_bytes: "ifnull(row.size, 0)" },
    changes: [["size"]],
  },

  // The steps of a run are counted once it has ended, so that a step costs no further write.
  runs: {
    each: { runs: "1", stored_bytes: "230 + iif(row.ended_at IS NULL, 0, 50 * row.visits)" },
    created: {
      runs_started: "1",
      runs_ended: "new.ended_at IS NOT NULL",
      runs_triggered: "ifnull(new.cause ->> 'type', 'recurring') <> 'recurring'",
    },
    also: [
      {
        on: "UPDATE OF ended_at",
        when: "new.ended_at IS NOT NULL AND old.ended_at IS NULL",
        adds: { runs_ended: "1", stored_bytes: "50 * new.visits" },
      },
    ],
  },
  // A step counts by the bytes of its details where these are long.
  run_steps: {
    parent: ["runs", "run_id"],
    each: { stored_bytes: "octet_length(row.detail)" },
    when: "octet_length(row.detail) > 200",
    changes: [["detail"]],
  },
  // An event waits for its run's next step. A long one is counted meanwhile.
  run_events: {
    parent: ["runs", "run_id"],
    each: { stored_bytes: "octet_length(row.data)" },
    when: "octet_length(row.data) > 200",
  },

  channels: { each: { channels: "1" } },
  sources: { each: { sources: "1" } },
  // A delivery goes after 30 days, its body sooner. One that is held is received once it is worked.
  source_deliveries: {
    created: {
      items_received: "new.status <> 'held'",
      stored_bytes: "new.bytes",
      month_bytes: "350 + ifnull(octet_length(new.result), 0)",
    },
    also: [
      { on: "DELETE", when: "old.bytes > 0", adds: { stored_bytes: "-old.bytes" } },
      {
        on: "UPDATE OF bytes",
        when: "new.bytes <> old.bytes",
        adds: { stored_bytes: "new.bytes - old.bytes" },
      },
      {
        on: "UPDATE OF status",
        when: "old.status = 'held' AND new.status <> 'held'",
        adds: { items_received: "1" },
      },
    ],
  },
  tags: { each: { tags: "1" } },
  scenarios: { each: { scenarios: "1" } },
  scenario_versions: { parent: ["scenarios", "scenario_id"], each: { stored_bytes: graphBytes } },
  scenario_drafts: {
    each: { stored_bytes: graphBytes },
    changes: [["nodes", "edges", "triggers"]],
  },
  scenario_triggers: { each: { triggers: "row.is_on" }, when: "row.is_on", changes: [["is_on"]] },
  scenario_days: {
    parent: ["scenarios", "scenario_id"],
    each: { stored_bytes: inSteps("octet_length(row.counts)") },
    when: "octet_length(row.counts) >= 1024",
    changes: [["counts"]],
  },

  short_links: {
    each: { short_links: "1" },
    deleted: {
      stored_bytes: "-80 * (SELECT count(*) FROM link_hours WHERE short_link_id = old.id)",
    },
  },
  link_sends: { each: { stored_bytes: "100" } },
  // Clicks are counted when they are flushed, many at once (links/clicks/flush.ts).
  link_clicks: { deleted: { stored_bytes: "-110" } },

  // The key of a request that was answered goes after a day, and its answer, unless that was too
  // long to be kept, with it. A request that writes in several batches keeps what each has done.
  idempotency_keys: {
    also: [
      {
        on: "UPDATE OF status",
        when: `(old.status IS NULL OR (old.answer IS NULL AND new.answer IS NOT NULL))
  AND new.status IS NOT NULL
  AND ${isAtHome}`,
        adds: {
          day_bytes: `iif(old.status IS NULL, 300 + length(new.key), 0)
      + ifnull(octet_length(new.answer), 0)`,
        },
      },
      {
        on: "UPDATE OF progress",
        when: `new.answer IS NULL
  AND octet_length(new.progress) > ifnull(octet_length(old.progress), 0)
  AND ${isAtHome}`,
        adds: { day_bytes: "octet_length(new.progress) - ifnull(octet_length(old.progress), 0)" },
      },
    ],
  },
  // The rows that an import keeps go with it, 30 days after it was made. Those of an earlier
  // attempt stay as long.
  imports: {
    also: [
      {
        on: "UPDATE OF kept_bytes",
        when: "new.kept_bytes > old.kept_bytes",
        adds: { month_bytes: "new.kept_bytes - old.kept_bytes" },
      },
    ],
  },
};
