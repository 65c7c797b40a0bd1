import {
  type LeadField,
  type LeadFields,
  type OptoutField,
  optoutFields,
  type Setter,
} from "./lead-fields";

// Names and columns of the fields of leads (lead-fields.ts), by what their rows say.

type Names<T extends LeadFields> = keyof T & string;

/** The names of the fields that a setter sets. */
export type SetBy<T extends LeadFields, By extends Setter> = {
  [N in Names<T>]: By extends T[N]["setBy"][number] ? N : never;
}[Names<T>];

/** The names of the fields that have a member, such as a filter. */
export type Having<T extends LeadFields, Member extends object> = {
  [N in Names<T>]: T[N] extends Member ? N : never;
}[Names<T>];

/** The fields with their names, which `Object.entries` would lose. */
export const fieldsWhere = <T extends LeadFields>(fields: T, is: (field: LeadField) => boolean) =>
  Object.entries(fields).filter(([, field]) => is(field)) as [Names<T>, LeadField][];

export const namesWhere = <T extends LeadFields>(fields: T, is: (field: LeadField) => boolean) =>
  fieldsWhere(fields, is).map(([name]) => name);

/** The columns of fields: each with those that are written with it. */
export const columnsWhere = (fields: LeadFields, is: (field: LeadField) => boolean) =>
  fieldsWhere(fields, is).map(([name, { columns = [] }]) => [name, ...columns]);

export const namesSetBy = <T extends LeadFields, By extends Setter>(fields: T, by: By) =>
  namesWhere(fields, ({ setBy }) => setBy.includes(by)) as SetBy<T, By>[];

/** The names of the fields that a setter sets, and that are stored as they are given. */
export const plainNames = <T extends LeadFields, By extends Setter>(fields: T, by: By) =>
  namesWhere(fields, (field) => isPlain(field, by)) as Exclude<
    SetBy<T, By>,
    Having<T, { write: "own" }>
  >[];

export const isPlain = ({ setBy, write }: LeadField, by: Setter) =>
  setBy.includes(by) && write !== "own";

/** The names of the fields that conditions compare. */
export const comparedNames = <T extends LeadFields>(fields: T) =>
  namesWhere(fields, ({ isCompared }) => isCompared !== false) as Exclude<
    Names<T>,
    Having<T, { isCompared: false }>
  >[];

/** True if a column `_search` holds the field's text folded. */
export const isSearched = (fields: LeadFields, name: string) =>
  fields[name]?.columns?.includes(`${name}_search`) ?? false;

const OPTOUTS: readonly string[] = Object.values(optoutFields);

/** Of the fields that conditions compare, those that a message's recipient doesn't have. */
export const conditionedNames = <T extends LeadFields>(fields: T) =>
  namesWhere(
    fields,
    ({ isCompared, isIdentifying }) => isCompared !== false && !isIdentifying,
  ).filter((name) => !OPTOUTS.includes(name)) as Exclude<
    Names<T>,
    Having<T, { isCompared: false } | { isIdentifying: true }> | OptoutField
  >[];
