// The trigger that makes an event of what changes of a lead's fields, made of
// src/domain/lead-fields.ts. `npm run migration` writes it to src/db/triggers/lead-updates.sql.
import { fieldsWhere, namesWhere } from "../src/domain/field-names.ts";
import { mainFields, moreFields } from "../src/domain/lead-fields.ts";

const isListed = ({ event }) => event !== "own";

/** The columns whose changes are listed. */
const columnsOf = (main, more) => [
  ...namesWhere(main, isListed),
  ...["variables", "data"],
  ...namesWhere(more, isListed),
  "profile",
];

const held = (row, name, { kind }) =>
  kind === "flag" ? `json(iif(${row}.${name}, 'true', 'false'))` : `${row}.${name}`;

/** A field with its value before and after, on one line if there is room. */
function valuesOf(name, field) {
  const values = [`'${name}'`, held("old", name, field), held("new", name, field)];
  const line = `        json_array(${values.join(", ")})`;
  return line.length < 100
    ? line
    : `        json_array(\n          ${values.join(",\n          ")}\n        )`;
}

/** The text of the file. */
export function leadUpdates(main = mainFields, more = moreFields) {
  const columns = columnsOf(main, more);
  const listed = fieldsWhere({ ...main, ...more }, isListed);
  // Flags stand last.
  const values = listed
    .toSorted(([, one], [, other]) => (one.kind === "flag") - (other.kind === "flag"))
    .map(([name, field]) => valuesOf(name, field))
    .join(",\n");
  const row = (name) => columns.map((column) => `${name}.${column}`).join(",\n    ");
  return `-- A change of a lead is an event that lists the changed fields, save those that have events of
-- their own (tags, stage, consent). Objects and long texts are listed without their values; if the
-- names of the changed variables alone are long, the event only records that some have changed. So
-- an event stays small (features/events/event-row.ts). A variable that was absent, or is now, is
-- NULL here, and a null of JSON is 'null'. Variables in another order are the same.
CREATE TRIGGER events_lead_updated
AFTER UPDATE OF
  ${columns.join(",\n  ")}
ON leads
WHEN (
    ${row("new")}
  ) IS NOT (
    ${row("old")}
  )
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'lead.updated',
    new.id,
    NULL,
    json_object(
      'changes',
      json(
        iif(
          octet_length(with_values) <= 8000,
          with_values,
          iif(
            octet_length(without_values) <= 8000,
            without_values,
            json_set(without_variables, '$.variables', json('{}'))
          )
        )
      )
    ),
    new.changed_by
  FROM (
    SELECT
      json_group_object(
        name,
        json(
          iif(
            has_values,
            iif(
              old_value IS NULL,
              json_object('to', json(new_value)),
              iif(
                new_value IS NULL,
                json_object('from', json(old_value)),
                json_object('from', json(old_value), 'to', json(new_value))
              )
            ),
            '{}'
          )
        )
      ) AS with_values,
      json_group_object(name, json('{}')) AS without_values,
      json_group_object(name, json('{}'))
        FILTER (WHERE name NOT GLOB 'variables.*') AS without_variables
    FROM (
      SELECT
        value ->> 0 AS name,
        value -> 1 AS old_value,
        value -> 2 AS new_value,
        1 AS has_values
      FROM json_each(json_array(
${values}
      ))
      UNION ALL
      SELECT
        'variables.' || ifnull(old_variables.key, new_variables.key),
        old_variables.json,
        new_variables.json,
        1
      FROM (
          SELECT key, old.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(old.variables),
            old.variables,
            '{}'
          ))
        ) AS old_variables
        FULL JOIN (
          SELECT key, new.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(new.variables),
            new.variables,
            '{}'
          ))
        ) AS new_variables ON new_variables.key = old_variables.key
      UNION ALL SELECT 'data', old.data, new.data, 0
      UNION ALL SELECT 'profile', old.profile, new.profile, 0
    )
    WHERE old_value IS NOT new_value AND name IS NOT NULL
  )
  WHERE with_values <> '{}';
END;
`;
}
