// Compares the triggers and views of src/db/triggers with those that the migrations create.
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

// In the order in which they are created: SQLite fires the last trigger of a table first, and so
// decides in which order one change stores its events.
const AREAS = [
  "access",
  "directory",
  "leads",
  "bookings",
  "identities",
  "links",
  "messaging",
  "analysis",
  "automation",
  "lead-updates",
  "events",
  "usage",
  "counters",
  "statistics",
  "removals",
];
const CREATE = /^CREATE (TRIGGER|VIEW|VIRTUAL TABLE) (\w+)/;

const migrationsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();

/** Blank lines separate the statements of a file; the comment above each is left out. */
const statementsIn = (text) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((statement) => statement.replace(/^(--.*\n)+/, ""));

/**
 * The triggers and tables of the files, in order. `setup` holds the statements that fill a virtual
 * table.
 */
function declared() {
  const objects = [];
  const texts = AREAS.map((area) => readFileSync(`src/db/triggers/${area}.sql`, "utf8"));
  for (const sql of texts.flatMap(statementsIn)) {
    const [, type, name] = CREATE.exec(sql) ?? [];
    if (name) objects.push({ type, name, sql, setup: [] });
    else objects.at(-1).setup.push(sql);
  }
  return objects;
}

const plain = (sql) => sql?.replace(/;\s*$/, "").replace(/\s+/g, " ");

/** The statements that take a database from the migrations of a folder to what the files say. */
export function missingStatements(folder) {
  const db = new DatabaseSync(":memory:");
  for (const name of migrationsIn(folder)) db.exec(readFileSync(`${folder}/${name}`, "utf8"));
  const objects = declared();
  const statements = [];
  const apply = (sql) => {
    db.exec(sql);
    statements.push(sql);
  };
  const names = objects.map(({ name }) => name);
  const existing = db.prepare(
    "select type, name from sqlite_master where type in ('trigger', 'view')",
  );
  for (const { type, name } of existing.all())
    if (!names.includes(name)) apply(`DROP ${type.toUpperCase()} IF EXISTS ${name};`);
  for (const { type, name, sql, setup } of objects) {
    // Asked for each object in its turn, as dropping a view also drops its triggers.
    const current = db.prepare("select sql from sqlite_master where name = ?").get(name);
    if (plain(current?.sql) === plain(sql)) continue;
    if (current && type === "VIRTUAL TABLE")
      throw new Error(`Write the migration of ${name} by hand: its content would be lost.`);
    if (current) apply(`DROP ${type} IF EXISTS ${name};`);
    for (const statement of [sql, ...setup]) apply(statement);
  }
  return statements;
}
