import type { LeadListItem } from "#client";
import { createStore, useStore } from "#console/data/store";
import { WIDTHS } from "./fields";

const { pipeline_stage, warmth, age, lost_reason, ...more } = WIDTHS;
const { occupation_status, maturity_level, engagement_level, ...others } = more;

/** Least widths of the columns, in rem. The first column, the name, is always shown. */
export const COLUMNS = {
  ...{ pipeline_stage, warmth, tags: 12 },
  ...others,
  ...{ last_inbound: 7, last_outbound: 7 },
  ...{ age, occupation_status, maturity_level, engagement_level, lost_reason },
  ...{ created: 6.5, updated: 6.5 },
};

/** A file's names for columns that the table calls otherwise. */
const IN_FILES: Partial<Record<keyof typeof COLUMNS, string>> = {
  last_inbound: "last_inbound_at",
  last_outbound: "last_outbound_at",
  created: "created_at",
  updated: "updated_at",
};

/** The columns of a file that has what the table shows, in its order. */
export const fileColumns = (shown: readonly (keyof typeof COLUMNS)[]) => [
  ...["first_name", "last_name"],
  ...shown.map((column) => IN_FILES[column] ?? column),
];

const CHOICE_REM = 2.75;
const NAME_REM = 13;

export type Column = keyof typeof COLUMNS;

export const allColumns = Object.keys(COLUMNS) as Column[];

/** The columns as a grid has them, and the width below which it scrolls. */
export function layoutOf(columns: readonly Column[]) {
  const widths = columns.map((column) => COLUMNS[column]);
  const template = widths.map((width) => `minmax(${width}rem, ${width}fr)`).join(" ");
  return {
    "--columns": `${CHOICE_REM}rem minmax(${NAME_REM}rem, ${NAME_REM}fr) ${template}`,
    "--width": `${widths.reduce<number>((sum, width) => sum + width, CHOICE_REM + NAME_REM)}rem`,
  };
}

const DEFAULT: Column[] = ["pipeline_stage", "warmth", "tags", "phone", "last_inbound", "created"];
const KEY = "leads.columns";
const DENSITY_KEY = "leads.density";

export type Density = "comfortable" | "compact";

export const ROW_PX: Record<Density, number> = { comfortable: 52, compact: 36 };

type View = { columns: Column[]; density: Density };

function stored(): View {
  const names = localStorage.getItem(KEY)?.split(",");
  return {
    columns: names ? allColumns.filter((column) => names.includes(column)) : DEFAULT,
    density: localStorage.getItem(DENSITY_KEY) === "compact" ? "compact" : "comfortable",
  };
}

const view = createStore(stored());

/** Chooses columns or density. Only their names are kept in the browser. */
export function setView(change: Partial<View>) {
  const next = { ...view.get(), ...change };
  localStorage.setItem(KEY, next.columns.join(","));
  localStorage.setItem(DENSITY_KEY, next.density);
  view.set(next);
}

export const useView = () => useStore(view);

export const toggled = (columns: readonly Column[], column: Column) =>
  allColumns.filter((each) => columns.includes(each) !== (each === column));

/** The time when the lead last wrote, or was last written to, in any conversation. */
export function lastOf(lead: LeadListItem, column: "last_inbound" | "last_outbound") {
  const times = lead.conversations.map((conversation) => conversation[`${column}_at`] ?? "");
  return times.sort().at(-1) || null;
}
