// The triggers that count the bytes of tables, made of src/db/writes/ledger.ts. `npm run migration` writes
// them to src/db/triggers/stored.sql.
import { LEDGER } from "../src/db/writes/ledger.ts";

const lengths = (texts, row) =>
  texts.map((text) => `\n    + ifnull(octet_length(${row}.${text}), 0)`).join("");

const change = (row, bytes) => `BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    ${row}.workspace_id,
    ${bytes};
END;`;

function triggersOf([table, { each, texts = [] }]) {
  const [added, removed] = ["new", "old"].map((row) => `${each}${lengths(texts, row)}`);
  return [
    `-- Each row of ${table} is counted.
CREATE TRIGGER stored_${table}_insert AFTER INSERT ON ${table}
${change("new", added)}`,
    `-- A deleted row of ${table} takes no space.
CREATE TRIGGER stored_${table}_delete AFTER DELETE ON ${table}
${change("old", `-(\n    ${removed}\n    )`)}`,
    ...(texts.length > 0
      ? [
          `-- The texts of ${table} may grow and shrink.
CREATE TRIGGER stored_${table}_update AFTER UPDATE OF
  ${texts.join(", ")}
ON ${table}
WHEN 0${lengths(texts, "new")} <> 0${lengths(texts, "old")}
${change("new", `0${lengths(texts, "new")}\n    - (0${lengths(texts, "old")}\n    )`)}`,
        ]
      : []),
  ];
}

/** The text of the file. */
export const storedTriggers = () =>
  `${Object.entries(LEDGER)
    .filter(([, entry]) => "each" in entry)
    .flatMap(triggersOf)
    .join("\n\n")}\n`;
