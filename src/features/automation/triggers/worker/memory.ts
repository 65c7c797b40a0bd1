import { orLog } from "#lib/log";
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
  /** All of them, by their keys. */
  triggers: Map<string, ActiveTrigger>;
  /** Those that can't be read, which are no part of the others. */
  unreadable: TriggerKey[];
  /** The `date` triggers, by their keys. */
  dates: Map<string, DateTrigger>;
  counts: Map<string, Count>;
};

export type TriggerKey = Pick<ActiveTrigger, "scenarioId" | "id">;

export const keyOf = ({ scenarioId, id }: TriggerKey) => `${scenarioId}:${id}`;

/** Prepares the triggers. One that can't be read does not stop the others. */
export function remember(revision: string | null, rows: TriggerRow[]): Memory {
  const triggers = rows.flatMap((row) => read(row) ?? []);
  const known = new Map(triggers.map((trigger) => [keyOf(trigger), trigger]));
  return {
    revision,
    set: compileSet(triggers),
    triggers: known,
    unreadable: rows.filter((row) => !known.has(keyOf(row))),
    dates: new Map(
      triggers
        .filter(({ type }) => type === "date")
        .map((trigger) => [keyOf(trigger), toDateTrigger(trigger)]),
    ),
    counts: new Map(
      rows.map((row) => [
        keyOf(row),
        { hour: row.hour, starts: row.starts, limitedHour: row.limitedHour },
      ]),
    ),
  };
}

const read = (row: TriggerRow) =>
  orLog("trigger not read", { scenario_id: row.scenarioId, trigger_id: row.id }, () => {
    const trigger = toTrigger(row);
    compileSet([trigger]);
    return trigger;
  });

/** Publishing stores what the schema of the type has read. */
const toDateTrigger = ({ scenarioId, id, data }: ActiveTrigger): DateTrigger => ({
  ...{ scenarioId, id },
  settings: data as unknown as DateTrigger["settings"],
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
