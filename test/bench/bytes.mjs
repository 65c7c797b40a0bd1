import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { withVerdict } from "./figures.mjs";

const LEADS = 2_000;
/** For good: events go after 30 days. */
const BAR = { "bytes a lead": { atMost: 2_800 } };

/**
 * The bytes of a lead with an address, three messages in and two out in the database, by the tables
 * and indexes of the migrations: SQLite's own figures, which D1 doesn't tell.
 */
export async function bytes(folder = "drizzle") {
  const db = new DatabaseSync(":memory:");
  for (const name of readdirSync(folder).toSorted())
    if (name.endsWith(".sql")) db.exec(readFileSync(`${folder}/${name}`, "utf8"));
  const empty = sizesOf(db);
  seed(db, folder);
  const { events } = db.prepare("select count(*) as events from events").get();
  const anEvent = sizesOf(db).events / events;
  db.exec("delete from events; delete from usage_days; vacuum");
  const parts = Object.entries(sizesOf(db))
    .map(([part, size]) => ({ part, bytes: Math.round((size - (empty[part] ?? 0)) / LEADS) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const row = withVerdict({ "bytes a lead": all }, folder === "drizzle" ? BAR : {});
  return {
    tables: [
      { title: "A lead with five messages", rows: [row] },
      { title: "Its parts, with their indexes", rows: parts },
      { title: "An event, kept for 30 days", rows: [{ "bytes an event": anEvent }] },
    ],
    notes: ["Texts of 120 characters, WhatsApp ids of 57; without events, which are kept 30 days."],
  };
}

/** The sizes of all tables with their indexes. */
const sizesOf = (db) =>
  Object.fromEntries(
    db
      .prepare(
        `select tbl_name as name, sum(pgsize) as size
         from dbstat join sqlite_schema using (name) group by tbl_name`,
      )
      .all()
      .map(({ name, size }) => [name, size]),
  );

const numbers = `with recursive numbers(n) as (
  select 1 union all select n + 1 from numbers where n < ${LEADS})`;

/** The rows that the API and Meta's webhooks leave behind. */
function seed(db, folder) {
  const now = Date.now();
  const hash = "substr(hex(randomblob(16)), 1, 22)";
  const text =
    "substr('Thanks for the call. Could you send me the details about the program, the dates and the price? ' || hex(randomblob(60)), 1, 120)";
  db.exec(`
    insert into workspaces (name, created_at, updated_at) values ('Acme', ${now}, ${now});
    insert into channels (workspace_id, platform, provider, name, external_id, created_at, updated_at)
    values (1, 'whatsapp', 'whatsapp_cloud', 'Meta', '106540352242922', ${now}, ${now});
    ${numbers}
    insert into leads (
      workspace_id, seq, ext_id, first_name, last_name, username, email, email_key, phone,
      phone_key, phone_hash, email_hash, first_name_search, last_name_search, username_search,
      source, warmth, pipeline_stage, variables, created_at, updated_at)
    select 1, n, 'crm-' || (10000 + n), 'Camille', 'Lefebvre', 'camille' || n, mail, mail, phone,
      phone, ${hash}, ${hash}, 'camille', 'lefebvre', 'camille' || n,
      'whatsapp', 'hot', 'new',
      '{"program":"Spring","city":"Lyon","budget":"3000"}', ${now} + n, ${now} + n
    from (select n, 'camille.lefebvre' || n || '@example.com' as mail,
      '+336' || (12000000 + n) as phone from numbers);
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, created_at, updated_at)
    select 1, 'wa_id', substr(phone, 2), phone_hash, id, ${now}, ${now} from leads;
    insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
    select 1, id, 'whatsapp', 1, ${now}, ${now} from leads;`);
  const wamid = "'wamid.' || substr(hex(randomblob(26)), 1, 51)";
  // The conversations take turns.
  for (const direction of ["inbound", "outbound", "inbound", "outbound", "inbound"])
    db.exec(`
      insert into messages (
        workspace_id, conversation_id, channel_id, direction, type, text, payload, status,
        external_id, sent_at, delivered_at, read_at, attempts, changed_by, created_at)
      select 1, id, 1, '${direction}', 'text', ${text}, '{}',
        ${direction === "inbound" ? "'received'" : "'read'"}, ${wamid}, ${now} + id,
        ${direction === "inbound" ? "null, null, 0, 'p'" : `${now} + id + 900, ${now} + id + 9000, 1, 't4'`},
        ${now} + id
      from conversations order by id;
      update leads set last_outbound_at = ${now} + id;
      update conversations set last_outbound_at = ${now} + id;`);
  if (folder !== "drizzle")
    db.exec(`
      insert into status_reports (channel_id, external_id, status, at, message_id, created_at)
      select 1, external_id, column1, ${now}, id, ${now}
      from messages, (values ('sent'), ('delivered'), ('read')) where direction = 'outbound'`);
}
