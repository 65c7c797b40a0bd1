import type { Composed } from "#features/messaging/outbound/compose";
import { fillMessage } from "#features/messaging/outbound/places";
import { messageValues } from "#features/messaging/outbound/variables";
import { valuesOfRun } from "../placeholders";
import type { Run } from "../run";

/** The message with the lead's values, and the fault of the text by which it is too long. */
export const fillPlaceholders = (composed: Composed, run: Run, now: number) =>
  fillMessage(composed, valuesOfRun(run, now, messageValues(run.lead, run.workspace.shortUrlBase)));
