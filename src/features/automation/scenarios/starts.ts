import type { ReadTrigger } from "../triggers/read";
import type { Start } from "./window";

/** The start of a run by hand: nobody knows when the lead has written. */
const BY_HAND: Start = { age: Number.POSITIVE_INFINITY };

/**
 * The kinds of starts that the proof of the open window goes through: by a message it is open, by a
 * fact or a time it may be closed. With triggers, an enrolment by hand is none, or there would be a
 * warning about each scenario that answers a keyword: a dry run counts its closed windows.
 */
export function startsOf(triggers: ReadTrigger[]): Start[] {
  const starts = triggers.flatMap((trigger): Start[] =>
    trigger.isValid
      ? [
          {
            age: trigger.lane === "speech" ? 0 : Number.POSITIVE_INFINITY,
            trigger: { id: trigger.id, type: trigger.type },
          },
        ]
      : [],
  );
  return starts.length > 0 ? starts : [BY_HAND];
}
