import { rowsOf } from "./rows";

/** The columns of all tables that hold text, by the migrated database. */
export async function textColumns(): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    `select name from sqlite_master where type = 'table'
     and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'
     and name not like '%\\_search%' escape '\\' and name <> 'd1_migrations'`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const columns = await rowsOf<{ name: string; type: string }>(
      "select name, type from pragma_table_info(?)",
      name,
    );
    found[name] = columns.filter(({ type }) => type.toLowerCase() === "text").map((c) => c.name);
  }
  return found;
}
