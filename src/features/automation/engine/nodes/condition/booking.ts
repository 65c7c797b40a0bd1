import { isOfBooking } from "#features/automation/engine/booking-values";
import type { Clause } from "#features/automation/scenarios/clauses";
import { asksFlag, type Fact, isCertain } from "./certain";
import type { Clauses } from "./evaluate";
import type { ConditionSettings } from "./settings";

const FLAG = "has_booking";

/** The operators that hold for a field without a value. */
const UNSET = ["is_not_set", "not_equals", "not_contains", "not_in"];

const BOOKED: Fact = {
  ensures: (clause) =>
    asksFlag(clause, FLAG, true) || (isOfBooking(clause.field) && !UNSET.includes(clause.op)),
  takesOthers: (clause) =>
    asksFlag(clause, FLAG, false) || (isOfBooking(clause.field) && clause.op === "is_not_set"),
};

/** True if runs have a booking behind a branch. */
export const ensuresBooking = (data: ConditionSettings, handle: string) =>
  isCertain(data, handle, BOOKED);

/** True if clauses ask for the run's booking. */
export const asksBooking = ({ all, any }: Clauses) =>
  [...(all ?? []), ...(any ?? [])].some(
    ({ field }: Clause) => field === FLAG || isOfBooking(field),
  );
