import type { ActiveTrigger, TriggerSet } from "../match";
import { compileSet } from "../match";
import type { CommonData } from "../settings";
import type { DateSettings } from "../times/date";
import type { TriggerRow } from "./rows";

/** The count of a trigger's starts in an hour since 1970 (db/schema/triggers.ts). */
export type Count = { hour: number; starts: number; limitedHour: number | null };

/** A `date` trigger, with its settings. */
export type DateTrigger = Pick<ActiveTrigger, "scenarioId" | "id"> & {
  settings: DateSettings & { if_missed: "skip" | "run" };
};

/** The triggers of a workspace, as of a revision of its cursors. */
export type Memory = {
  revision: string | null;
  set: TriggerSet;
  /** The `date` triggers, by their keys. */
  dates: Map<string, DateTrigger>;
  counts: Map<string, Count>;
};

export const keyOf = ({ scenarioId, id }: Pick<ActiveTrigger, "scenarioId" | "id">) =>
  `${scenarioId}:${id}`;

export const remember = (revision: string | null, rows: TriggerRow[]): Memory => ({
  revision,
  set: compileSet(rows.map(toTrigger)),
  dates: new Map(
    rows.filter(({ type }) => type === "date").map((row) => [keyOf(row), toDateTrigger(row)]),
  ),
  counts: new Map(
    rows.map((row) => [
      keyOf(row),
      { hour: row.hour, starts: row.starts, limitedHour: row.limitedHour },
    ]),
  ),
});

/** Publishing stores what the schema of the type has read. */
const toDateTrigger = ({ scenarioId, id, data }: TriggerRow): DateTrigger => ({
  ...{ scenarioId, id },
  settings: JSON.parse(data),
});

export const toTrigger = ({ data, since, ...row }: TriggerRow): ActiveTrigger => ({
  scenarioId: row.scenarioId,
  id: row.id,
  type: row.type,
  lane: row.lane,
  platform: row.platform,
  place: row.place,
  since: since ?? 0,
  // Publishing stores what the schema of the type has read.
  data: JSON.parse(data) as CommonData,
});
