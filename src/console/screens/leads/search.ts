import { ConsentMethod } from "#client";
import { CHOICES } from "./fields";
import { FIELDS, type FilterField, type Filters, keysOf } from "./filters";

/** The address of the list: its filters, and the segment whose filters are being changed. */
export type LeadsSearch = Filters & { editing?: number };

/** An address as it was typed. The list reads it by `searchOf`, which is loaded with the list. */
export type LeadsAddress = { [Name in keyof LeadsSearch]?: unknown };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const idOf = (value: unknown) => (isId(value) ? value : undefined);

function textOf(value: unknown) {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function idsOf(value: unknown) {
  const ids = Array.isArray(value) ? [...new Set(value.filter(isId))] : [];
  return ids.length > 0 ? ids : undefined;
}

const numberOf = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;

const momentOf = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;

const choiceOf = <Value extends string>(choices: readonly Value[], value: unknown) =>
  choices.find((choice) => choice === value);

const flagOf = (value: unknown) =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : undefined;

const methodOf = (value: unknown) => choiceOf(Object.values(ConsentMethod), value);

const READ = {
  text: textOf,
  method: methodOf,
  flag: flagOf,
  tags: idsOf,
  days: momentOf,
  times: momentOf,
  number: numberOf,
  range: numberOf,
  import: idOf,
} satisfies Record<Exclude<FilterField["kind"], "choice">, (value: unknown) => unknown>;

const read = (field: FilterField, value: unknown) =>
  field.kind === "choice" ? choiceOf(CHOICES[field.name], value) : READ[field.kind](value);

/** The search of an address, without values that the API would refuse. */
export function searchOf(raw: LeadsAddress): LeadsSearch {
  const search = {
    ...Object.fromEntries(
      FIELDS.flatMap((field) => keysOf(field).map((key) => [key, read(field, raw[key])])),
    ),
    search: textOf(raw.search),
    segment_id: idOf(raw.segment_id),
    editing: idOf(raw.editing),
  };
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** The filters of an address, without what is not the API's. */
export function filtersOf({ editing: _, ...filters }: LeadsSearch): Filters {
  return filters;
}
