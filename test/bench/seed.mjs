import { newWorkspace } from "./client.mjs";
import { leadAt, tagLabels } from "./lead.mjs";

/** Inserted at a time: rows of the workspace, and as many of others. */
const LEADS_AT_ONCE = 2_000;
const OTHERS = 10;
/** One merge step for this many leads is enough to merge the whole search index. */
const LEADS_A_MERGE = 500;

const idOf = (n) => 2 * n + 1;

/** An INSERT whose rows are one parameter, a JSON array of arrays. */
const insertOf = (table, columns) =>
  `insert into ${table} (${columns.join(", ")}) select ${columns.map((_, index) => `value ->> ${index}`).join(", ")} from json_each(?)`;

const rowsOf = (records, columns) =>
  JSON.stringify(records.map((record) => columns.map((column) => record[column])));

const LEAD_TAG = ["lead_id", "tag_id", "created_at"];
const CONVERSATION = [
  "workspace_id",
  "lead_id",
  "platform",
  "last_inbound_at",
  "last_outbound_at",
  "messages_count",
  "created_at",
  "updated_at",
];

/**
 * Fills a new workspace with leads, and ten others with as many together, or with one for so many
 * of its leads, alternating as they would in production. The distribution is the same for any
 * count. Returns the workspace with its tags, the id of its n-th lead, and the seconds that it
 * took.
 */
export async function seedLeads({ db, service }, count, leadsAnOther = 1) {
  const [workspace, ...others] = await workspacesOf(service);
  const start = performance.now();
  // With batches of this size FTS5 would write its index in many small parts and merge them again.
  await runIndexCommand(db, "hashsize", 64 * 1024 * 1024);
  for (let from = 0; from < count; from += LEADS_AT_ONCE) {
    const seeded = Array.from({ length: Math.min(LEADS_AT_ONCE, count - from) }, (_, offset) => {
      const n = from + offset;
      const place = { id: idOf(n), workspace, seq: n + 1 };
      const lead = leadAt(place, n / count);
      if (n % leadsAnOther !== 0) return [lead];
      const other = n / leadsAnOther;
      const otherPlace = {
        id: idOf(n) + 1,
        workspace: others[other % OTHERS],
        seq: Math.floor(other / OTHERS) + 1,
      };
      return [lead, leadAt(otherPlace, n / count)];
    }).flat();
    const leadColumns = Object.keys(seeded[0].lead);
    await db.batch([
      db.prepare(insertOf("leads", leadColumns)).bind(
        rowsOf(
          seeded.map(({ lead }) => lead),
          leadColumns,
        ),
      ),
      db.prepare(insertOf("lead_tags", LEAD_TAG)).bind(
        rowsOf(
          seeded.flatMap(({ tags }) => tags),
          LEAD_TAG,
        ),
      ),
      db.prepare(insertOf("conversations", CONVERSATION)).bind(
        rowsOf(
          seeded.flatMap(({ conversations }) => conversations),
          CONVERSATION,
        ),
      ),
    ]);
  }
  // The hourly cron does this in production (src/db/lists/search-indexes.ts).
  for (let merged = 0; merged < count; merged += LEADS_A_MERGE)
    await runIndexCommand(db, "merge", 500);
  return { workspace, idOf, seconds: (performance.now() - start) / 1000 };
}

/** Inserts messages in turn into the first conversations of a workspace. */
export const seedMessages = (db, workspaceId, { leads, messages }) =>
  db
    .prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ?2 - 1),
       own as (select id, row_number() over (order by id) - 1 as nth from conversations
         where workspace_id = ?1 limit ?3)
       insert into messages (workspace_id, conversation_id, direction, type, text, status, created_at)
       select ?1, id, 'inbound', 'text',
         'Good morning, could you send me the details about the program and the dates?',
         'received', 1 + n
       from numbers cross join own on nth = n % (select count(*) from own)`,
    )
    .bind(workspaceId, messages, leads)
    .run();

const runIndexCommand = (db, command, value) =>
  db.prepare(`insert into leads_search (leads_search, rank) values ('${command}', ${value})`).run();

const workspacesOf = (service) =>
  Promise.all(
    Array.from({ length: 1 + OTHERS }, async () => {
      const workspace = await newWorkspace(service);
      const tags = [];
      for (const label of tagLabels) tags.push((await workspace.create("/v1/tags", { label })).id);
      return { ...workspace, tags };
    }),
  );
