import { useSyncExternalStore } from "react";
import type { LeadListItem } from "../../../client/index";

/** Widths of the columns, as CSS has them. The first column, the name, is always shown. */
export const COLUMNS = {
  pipeline_stage: "8.5rem",
  warmth: "6rem",
  tags: "minmax(11rem, 1.4fr)",
  phone: "9.5rem",
  email: "minmax(12rem, 1fr)",
  username: "9rem",
  ext_id: "8rem",
  source: "7rem",
  last_inbound: "7.5rem",
  last_outbound: "7.5rem",
  age: "4rem",
  occupation_status: "8.5rem",
  maturity_level: "8rem",
  engagement_level: "8rem",
  lost_reason: "9rem",
  created: "7rem",
  updated: "7rem",
} as const;

export type Column = keyof typeof COLUMNS;

export const allColumns = Object.keys(COLUMNS) as Column[];

const DEFAULT: Column[] = ["pipeline_stage", "warmth", "tags", "phone", "last_inbound", "created"];
const KEY = "leads.columns";
const DENSITY_KEY = "leads.density";

export type Density = "comfortable" | "compact";

export const ROW_PX: Record<Density, number> = { comfortable: 52, compact: 36 };

type View = { columns: Column[]; density: Density };

const listeners = new Set<() => void>();

function stored(): View {
  const names = localStorage.getItem(KEY)?.split(",");
  return {
    columns: names ? allColumns.filter((column) => names.includes(column)) : DEFAULT,
    density: localStorage.getItem(DENSITY_KEY) === "compact" ? "compact" : "comfortable",
  };
}

let view = stored();

/** Chooses columns or density. Only their names are kept in the browser. */
export function setView(change: Partial<View>) {
  view = { ...view, ...change };
  localStorage.setItem(KEY, view.columns.join(","));
  localStorage.setItem(DENSITY_KEY, view.density);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useView = () => useSyncExternalStore(subscribe, () => view);

export const toggled = (columns: readonly Column[], column: Column) =>
  allColumns.filter((each) => columns.includes(each) !== (each === column));

/** When the lead last wrote, or was last written to, in any conversation. */
export function lastOf(lead: LeadListItem, column: "last_inbound" | "last_outbound") {
  const times = lead.conversations.map((conversation) => conversation[`${column}_at`] ?? "");
  return times.sort().at(-1) || null;
}
