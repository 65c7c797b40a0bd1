import { type ContactField, contactFields } from "#domain/leads";
import { throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { LeadAttributes } from "./input";
import type { Lead } from "./schema";
import type { Identity } from "./uniqueness";
import type { LeadWarning } from "./warning-schema";

const STILL_OPTED_OUT =
  "The lead has unsubscribed, and is_optout was ignored. Only opt-in, or a PATCH with " +
  "is_optout false, subscribes it again.";

const notAnAddress = (field: ContactField, isLeft: boolean) =>
  `The ${field} can't be an address. ` +
  (isLeft
    ? "The lead keeps the one that it has."
    : "It is kept as you sent it, but no lead is matched by it, and nothing is sent to it.");

/** The fields that are given and can't be an address. */
const unusable = (identity: Identity) => contactFields.filter((field) => identity[field] === null);

/**
 * The warnings on what a write of a lead has left as it was, or kept although it can't be used.
 * `left`: the fields in which the lead keeps an address.
 */
export const warningsOf = (
  input: Partial<Pick<LeadAttributes, "is_optout" | ContactField>>,
  identity: Identity,
  lead: Pick<Lead, "is_optout">,
  left: readonly ContactField[] = [],
): LeadWarning[] => [
  ...(input.is_optout === false && lead.is_optout
    ? [{ code: "still_opted_out" as const, message: STILL_OPTED_OUT, field: "is_optout" }]
    : []),
  ...unusable(identity).flatMap((field) =>
    input[field] == null
      ? []
      : [
          {
            code: "not_an_address" as const,
            message: notAnAddress(field, left.includes(field)),
            field,
          },
        ],
  ),
];

/** Throws a `validation_failed` problem on a given phone or e-mail that can't be an address. */
export const refuseUnusable = (
  input: Partial<Pick<LeadAttributes, ContactField>>,
  identity: Identity,
) =>
  throwErrors(
    fieldErrors(
      unusable(identity).filter((field) => input[field] != null),
      validationMessages.format,
    ),
  );
