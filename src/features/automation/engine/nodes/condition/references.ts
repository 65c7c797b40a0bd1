import type { Clause } from "#features/automation/scenarios/clauses";
import type { Reference } from "../definition";
import type { Clauses } from "./evaluate";

/** The tags that clauses name, by their path in `data`. */
export const clauseReferences = ({ all, any }: Clauses, path: string): Reference[] => [
  ...tagReferences(all, `${path}.all`),
  ...tagReferences(any, `${path}.any`),
];

/** The paths in `data` of the clauses that ask for business hours. */
export const clausesOnHours = ({ all, any }: Clauses, path: string): string[] =>
  Object.entries({ all, any }).flatMap(([name, clauses]) =>
    (clauses ?? []).flatMap(({ field }, index) =>
      field === "business_open" ? [`${path}.${name}.${index}`] : [],
    ),
  );

const tagReferences = (clauses: Clause[] | null | undefined, path: string): Reference[] =>
  (clauses ?? []).flatMap(({ field, value }, index) => {
    if (field !== "tags" || value == null) return [];
    const valuePath = `${path}.${index}.value`;
    return Array.isArray(value)
      ? value.map((one, place) => tagReference(one, `${valuePath}.${place}`))
      : [tagReference(value, valuePath)];
  });

/** Tags are named by their ids, as numbers or digits. Another value is kept as an unknown tag. */
const tagReference = (value: string | number | boolean, path: string): Reference => ({
  kind: "tag",
  ref: /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : String(value),
  path,
});
