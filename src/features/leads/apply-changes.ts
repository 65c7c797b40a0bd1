import { type SQL, sql } from "drizzle-orm";
import { rows, type Statement } from "../../db/scope";
import type { Scope } from "../../env";
import { foldCase, folded, foldText } from "../../lib/text";
import type { LeadChange } from "./change";
import { pinsOf } from "./manual-overrides";
import { moveTo } from "./tagging";

const MAX_VARIABLES_CHARACTERS = 65_536;

const texts = ["first_name", "last_name", "username"] as const;
const others = ["source", "warmth"] as const;
const unique = {
  email: ["email", "email_key", "email_search"],
  phone: ["phone", "phone_search"],
} as const;

/** Columns with their values, of those that the change names. */
function columnsOf({ fields }: LeadChange) {
  const columns: LeadChange["fields"] = {};
  for (const [name, value] of Object.entries(fields)) {
    columns[name] = value;
    if (!(texts as readonly string[]).includes(name) && !(name in unique)) continue;
    const text = typeof value === "string" ? value : null;
    columns[`${name}_search`] = folded(text, foldText) ?? null;
    if (name === "email") columns.email_key = folded(text, foldCase) ?? null;
  }
  return columns;
}

/** A change as `changeStatements` takes it. Its texts are as long as they may be at most, and the phone is in its normal form. */
export const changeJson = (leadId: number, change: LeadChange) => ({
  lead: leadId,
  set: columnsOf(change),
  variables: change.variables,
});

const has = (column: string) => sql`json_type(change.value, ${`$.set.${column}`}) is not null`;
const given = (column: string) => sql`change.value ->> ${`$.set.${column}`}`;
const setting = (column: string) =>
  sql`${sql.raw(column)} = iif(${has(column)}, ${given(column)}, ${sql.raw(column)})`;
const list = (settings: SQL[]) => sql.join(settings, sql`, `);

/**
 * The statements that change leads, one change of each. `changes` is a FROM that has each as `change.value`, as `changeJson` makes it, and
 * `named` are the columns that any of them sets: what stands in an UPDATE costs the writing of its indexes. An e-mail or a phone that
 * another lead has is left as it was.
 */
export function changeStatements(db: Scope["db"], changes: SQL, named: Set<string>): Statement[] {
  const now = Date.now();
  const { pipelineStage, isLost, lostReason } = moveTo(
    sql`iif(${has("pipeline_stage")}, ${given("pipeline_stage")}, leads.pipeline_stage)`,
  );
  const merged = sql`select json_group_object(key, json(kept)) as merged from (
    select key, variables -> fullkey as kept from json_each(variables) where key not in (select key from json_each(change.value, '$.variables'))
    union all select key, change.value -> fullkey from json_each(change.value, '$.variables') where type <> 'null')`;
  const own = [...texts.flatMap((name) => [name, `${name}_search`]), ...others].filter((column) =>
    named.has(column),
  );
  const stage = [
    sql`pipeline_stage = ${pipelineStage}`,
    sql`is_lost = iif(${has("is_lost")}, ${given("is_lost")}, ${isLost})`,
    sql`lost_reason = iif(${has("lost_reason")}, ${given("lost_reason")}, ${lostReason})`,
  ];
  const pinned = (["is_lost", "lost_reason"] as const).filter((column) => named.has(column));
  const pins = pinned.map((column) => sql`iif(${has(column)}, ${pinsOf([column])}, '{}')`);
  const pinning =
    pins.length > 0
      ? [
          sql`profile_pinned = ${pins.reduce((all, one) => sql`json_patch(${all}, ${one})`, sql`profile_pinned`)}`,
        ]
      : [];
  const isMoved = ["pipeline_stage", "is_lost", "lost_reason"].some((column) => named.has(column));
  const variables = sql`variables = (select iif(length(merged) <= ${MAX_VARIABLES_CHARACTERS}, merged, leads.variables) from (${merged}))`;
  const identity = (columns: readonly string[]) =>
    rows(
      { db },
      sql`update or ignore leads set ${list(columns.map(setting))}, updated_at = ${now} from ${changes} where leads.id = change.value ->> 'lead' and ${has(columns[0]!)}`,
    );
  return [
    rows(
      { db },
      sql`update leads set ${list([...own.map(setting), ...(isMoved ? stage : []), ...pinning, variables, sql`updated_at = ${now}`])}
        from ${changes} where leads.id = change.value ->> 'lead'`,
    ),
    ...[unique.email, unique.phone].filter(([column]) => named.has(column)).map(identity),
  ];
}
