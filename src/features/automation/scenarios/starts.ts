import type { Platform } from "#domain/platforms";
import type { ReadTrigger } from "../triggers/read";
import { findTrigger, windowAtStart } from "../triggers/registry";
import type { Start } from "./window";

/** Nobody knows when the lead has written, as of a run that is started by hand. */
const CLOSED: Start = { age: Number.POSITIVE_INFINITY };

/**
 * The kinds of starts that the proof of the open window goes through: by a message it is open, by a
 * comment one private reply may go out, by a fact or a time it may be closed. With triggers, an
 * enrolment by hand is none, or there would be a warning about each scenario that answers a
 * keyword: a dry run counts its closed windows.
 */
export function startsOf(triggers: ReadTrigger[], platform: Platform): Start[] {
  const starts = triggers.flatMap((trigger): Start[] =>
    trigger.isValid
      ? [
          {
            ...windowOf(trigger, platform),
            trigger: { id: trigger.id, type: trigger.type },
            hasBooking: findTrigger(trigger.type)?.startsByBooking ?? false,
          },
        ]
      : [],
  );
  return starts.length > 0 ? starts : [CLOSED];
}

function windowOf(trigger: ReadTrigger & { isValid: true }, platform: Platform) {
  const window = windowAtStart(trigger, platform);
  if (typeof window === "object") return { ...CLOSED, ...window };
  const isOpen = window === undefined ? trigger.lane === "speech" : window === "open";
  return isOpen ? { age: 0 } : CLOSED;
}
