import type { Composed } from "#features/messaging/outbound/compose";
import { fillMessage } from "#features/messaging/outbound/places";
import { messageValues } from "#features/messaging/outbound/variables";
import type { Run } from "../run";
import { withTrigger } from "../trigger";

/** The message with the lead's values, and the fault of the text by which it is too long. */
export const fillPlaceholders = (composed: Composed, run: Run) =>
  fillMessage(composed, withTrigger(run, messageValues(run.lead, run.workspace.shortUrlBase)));
