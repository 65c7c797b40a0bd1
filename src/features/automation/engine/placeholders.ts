import { valuesOf } from "#features/links/placeholders";
import { type BookedRun, withBooking } from "./booking-values";
import type { Run } from "./run";
import { withTrigger } from "./trigger";

/** The parts of a run that placeholders take their values from. */
type Filled = BookedRun & Pick<Run, "trigger">;

type Lookup = (name: string) => string | undefined;

/** Gives the values of placeholders by name: by default, those of the lead's by `lookup`. */
export const valuesOfRun = (
  run: Filled,
  now: number,
  lookup: Lookup = valuesOf(run.lead),
): Lookup => withTrigger(run.trigger, withBooking(run, now, lookup));
