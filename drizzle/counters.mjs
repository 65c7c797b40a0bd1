// The triggers that count what workspaces use, made of src/db/writes/counters.ts and ledger.ts.
// `npm run migration` writes them to src/db/triggers/counters.sql.
import { COUNTERS } from "../src/db/writes/counters.ts";
import { LEDGER } from "../src/db/writes/ledger.ts";

/** The counter of a table whose rows take `each` and the bytes of their `texts`. */
function bytesOf({ each, texts = [] }) {
  const lengths = texts.map((text) => `ifnull(octet_length(row.${text}), 0)`);
  return {
    each: { stored_bytes: [each, ...lengths].join("\n      + ") },
    changes: texts.length > 0 ? [texts] : [],
  };
}

const ofLedger = Object.entries(LEDGER).flatMap(([table, entry]) =>
  "each" in entry ? [[table, { ...bytesOf(entry), ...COUNTERS[table] }]] : [],
);
const counters = Object.entries({ ...COUNTERS, ...Object.fromEntries(ofLedger) });

const mapped = (adds, change) =>
  Object.fromEntries(Object.entries(adds).map(([figure, sql]) => [figure, change(sql)]));

/** Sums that several counters add together. */
function together(...all) {
  const terms = Object.groupBy(all.flatMap(Object.entries), ([figure]) => figure);
  return mapped(terms, (list) => list.map(([, sql]) => sql).join("\n    + "));
}

/** On one line where there is room. */
const list = (items) => items.join(items.join(", ").length < 60 ? ", " : ",\n    ");

/** The SQL of a counter for a row: `new`, `old`, or one of a table. */
const of = (row, sql) => sql.replaceAll("row.", `${row}.`);
const minus = (sql) => (/^\d+$/.test(sql) ? `-${sql}` : `-(${sql})`);

/** The rows of another table that go with each row of this one. */
const withChild = ([child, { parent, each, when }]) =>
  mapped(each, (sql) => {
    const isCounted = when ? ` AND ${of(child, when)}` : "";
    return `-(
      SELECT ifnull(sum(${of(child, sql)}), 0)
      FROM ${child}
      WHERE ${parent[1]} = old.id${isCounted}
    )`;
  });

const coming = ({ each = {}, when, created = {} }) => ({
  on: "AFTER INSERT",
  when: when && of("new", when),
  adds: together(
    mapped(each, (sql) => of("new", sql)),
    created,
  ),
});

const going = ({ each = {}, when, deleted = {} }, children) => ({
  on: "BEFORE DELETE",
  when: when && of("old", when),
  adds: together(
    mapped(each, (sql) => minus(of("old", sql))),
    ...children.map(withChild),
    deleted,
  ),
});

/** Of what rows count, that which some columns change. */
function changing({ each, when }, columns) {
  const isChanged = ([, sql]) => columns.some((column) => sql.includes(`row.${column}`));
  const value = (row, sql) => of(row, when ? `iif(${when}, ${sql}, 0)` : sql);
  const between = (join) => (sql) => `(${value("new", sql)})\n    ${join} (${value("old", sql)})`;
  const figures = Object.fromEntries(Object.entries(each).filter(isChanged));
  return {
    on: `AFTER UPDATE OF ${list(columns)}`,
    when: Object.values(mapped(figures, between("IS NOT"))).join("\n  OR "),
    adds: mapped(figures, between("-")),
  };
}

/**
 * The acts on a table by which figures change: `on` which, `when`, and what each of them `adds`.
 */
function actsOf(table, counter) {
  const { changes = [], also = [] } = counter;
  const children = counters.filter(([, { parent, each }]) => parent?.[0] === table && each);
  return [
    coming(counter),
    going(counter, children),
    ...changes.map((columns) => changing(counter, columns)),
    ...also.map((act) => ({ ...act, on: `AFTER ${act.on}` })),
  ].filter(({ adds }) => Object.keys(adds).length > 0);
}

const MOMENT = { INSERT: "come", DELETE: "go", UPDATE: "change" };

function triggerOf(table, { parent: [parent, column] = [] }, { on, when, adds }) {
  const [, act, changed] = /^\w+ (\w+)(?: OF (\w+))?/.exec(on);
  const name = ["usage", table, act.toLowerCase(), ...(changed ? [changed] : [])].join("_");
  const row = act === "DELETE" ? "old" : "new";
  const figures = list(["workspace_id", ...Object.keys(adds)]);
  const values = list([parent ? "workspace_id" : `${row}.workspace_id`, ...Object.values(adds)]);
  const from = parent ? `\n  FROM ${parent}\n  WHERE id = ${row}.${column}` : "";
  return `-- Rows of ${table} are counted as they ${MOMENT[act]}.
CREATE TRIGGER ${name} ${on}${on.length > 40 ? "\n" : " "}ON ${table}
${when ? `WHEN ${when}\n` : ""}BEGIN
  INSERT INTO usage_changes (${figures})
  SELECT ${values}${from};
END;`;
}

/** The text of the file. */
export const counterTriggers = () =>
  `-- Written by \`npm run migration\` (drizzle/counters.mjs).\n${counters
    .flatMap(([table, counter]) =>
      actsOf(table, counter).map((act) => triggerOf(table, counter, act)),
    )
    .join("\n\n")}\n`;
