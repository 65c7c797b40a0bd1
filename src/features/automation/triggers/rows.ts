import type { TriggerRow, TriggerRows } from "#db/statements/scenario-triggers";
import type { CauseTypes } from "#db/statements/trigger-cursors";
import type { EventType } from "#domain/events";
import { type Platform, platforms } from "#domain/platforms";
import { readTriggers, type Trigger } from "./read";
import { eventsOf, findTrigger, triggerDefinitions } from "./registry";

/** The types of events that the lanes read for each type of trigger. */
export const causeTypes: CauseTypes = Object.fromEntries(
  triggerDefinitions.map((one): [string, EventType[]] => [
    one.type,
    [...eventsOf(one), ...(one.hears ?? [])],
  ]),
);

/** The triggers of known types as they are stored, for a platform or for each. */
export const triggerRows = (triggers: Trigger[], platform?: Platform): TriggerRows =>
  Object.fromEntries(
    (platform ? [platform] : platforms).map((one) => [one, rowsFor(triggers, one)]),
  );

const rowsFor = (triggers: Trigger[], platform: Platform) =>
  readTriggers(triggers, platform).flatMap((read, place): TriggerRow[] => {
    const definition = findTrigger(read.type);
    if (!definition) return [];
    const { type, lane } = definition;
    const [data, fault] = read.isValid ? [read.data, null] : [{}, read.reason];
    return [{ id: read.id, type, lane, place, data, fault }];
  });
