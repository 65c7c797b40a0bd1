import { type ConsentScope, consentScopes } from "#domain/consents";
import { type OptoutField, optoutFields } from "#domain/lead-fields";
import { type ContactField, contactFields } from "#domain/leads";
import { throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { LeadAttributes } from "./input";
import type { Lead } from "./schema";
import type { Identity } from "./uniqueness";
import type { LeadWarning } from "./warning-schema";

const stillOptedOut = (about: ConsentScope): LeadWarning => {
  const field = optoutFields[about];
  const from = about === "marketing" ? " from marketing" : "";
  return {
    code: "still_opted_out",
    message:
      `The lead has unsubscribed${from}, and ${field} was ignored. Only opt-in, or a PATCH ` +
      `with ${field} false, subscribes it again.`,
    field,
  };
};

/** The warning on an opt-in to what the person has stopped on the platform. */
export const stoppedAtMeta: LeadWarning = {
  code: "stopped_at_meta",
  message:
    "The lead is subscribed here, but has stopped marketing in WhatsApp, which goes on refusing " +
    "marketing templates until the person resumes them there.",
  field: "scope",
};

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
  input: Partial<Pick<LeadAttributes, OptoutField | ContactField>>,
  identity: Identity,
  lead: Pick<Lead, OptoutField>,
  left: readonly ContactField[] = [],
): LeadWarning[] => [
  ...consentScopes
    .filter((about) => input[optoutFields[about]] === false && lead[optoutFields[about]])
    .map(stillOptedOut),
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
