import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { testEnv } from "./env";
import { directoryDb } from "./scope";

/** A value as a text in which bytes are characters. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => {
    if (one instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(one));
    const isBytes = Array.isArray(one) && one.length > 8 && one.every((n) => typeof n === "number");
    return isBytes ? String.fromCharCode(...one) : one;
  })?.toLowerCase() ?? "";

/** The columns of all tables, of the search index too, that hold one of some texts. */
async function tracesInTables(markers: string[]) {
  const found = new Set<string>();
  for (const db of new Set([testEnv.DB, directoryDb])) {
    const { results } = await db
      .prepare(
        `select name from sqlite_master where type = 'table'
         and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'
         and name not in ('leads_search', 'messages_search') and name <> 'd1_migrations'`,
      )
      .all<{ name: string }>();
    for (const { name } of results) {
      const columns = await db.prepare(`select name from pragma_table_info(?)`).bind(name).all<{
        name: string;
      }>();
      // Looked for by SQLite: the tables of the search index have many rows.
      const held = columns.results.map(({ name: column }) => {
        const text = `lower(cast("${column}" as text))`;
        const any = markers.map((_, n) => `instr(${text}, ?${n + 1}) > 0`).join(" or ");
        return `max(${any}) as "${column}"`;
      });
      const row = await db
        .prepare(`select ${held.join(", ")} from ${name}`)
        .bind(...markers.map((marker) => marker.toLowerCase()))
        .first<Record<string, number | null>>();
      for (const [column, has] of Object.entries(row ?? {}))
        if (has) found.add(`${name}.${column}`);
    }
  }
  return [...found];
}

const NAMESPACES = [
  "RUN_SCHEDULER",
  "MESSAGE_SENDER",
  "WEBHOOK_SENDER",
  "ANALYSIS_WORKER",
  "LINK_COUNTER",
  "CHUNK_WORKER",
  "IMPORT_WORKER",
  "EXPORTER",
  "MEDIA_FETCHER",
  "WORKSPACE_MOVER",
  "ARCHIVIST",
  "HOST_PACER",
  "SOURCE_INBOX",
] as const;

/** The objects whose storage holds one of some texts. */
async function tracesInObjects(markers: string[]) {
  const found = new Set<string>();
  for (const name of NAMESPACES) {
    const namespace = testEnv[name] as unknown as DurableObjectNamespace;
    for (const id of await listDurableObjectIds(namespace)) {
      const stored = await runInDurableObject(namespace.get(id), (_, { storage }) => {
        const tables = storage.sql
          .exec<{ name: string }>(
            "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
          )
          .toArray();
        const rows = tables.map(({ name: one }) =>
          storage.sql.exec(`select * from "${one}"`).toArray(),
        );
        return textOf([[...storage.kv.list()], rows]);
      });
      if (markers.some((marker) => stored.includes(marker.toLowerCase()))) found.add(name);
    }
  }
  return [...found];
}

/** Where the service holds one of some texts: columns of tables, and objects by their bindings. */
export const tracesOf = async (...markers: string[]): Promise<string[]> =>
  [...(await tracesInTables(markers)), ...(await tracesInObjects(markers))].toSorted();
