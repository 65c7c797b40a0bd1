/** The scopes of a consent: all messages, or marketing alone. An entry of one leaves the other. */
export const consentScopes = ["all", "marketing"] as const;
export type ConsentScope = (typeof consentScopes)[number];

/** The outcomes of a consent that an item of a source gives. */
export const consentOutcomes = ["applied", "not_applied"] as const;
export type ConsentOutcome = (typeof consentOutcomes)[number];

export const consentKinds = ["opted_out", "opted_in"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/**
 * The ways in which a lead's consent changed: by the words of a message, a tapped button, a button
 * of the platform's own such as "Stop promotions", a setting on the platform, a provider's answer,
 * through the API, on the page of its `preferences_url`, before there was the lead, as another lead
 * that was merged into it, as another lead that has proved to be the same person, or in a form.
 */
export const consentMethods = [
  "keyword",
  "button",
  "platform_button",
  "preference",
  "provider",
  "api",
  "link",
  "suppression",
  "merge",
  "same_person",
  "form",
] as const;
export type ConsentMethod = (typeof consentMethods)[number];

/**
 * The methods of entries that prove a consent, and change none: anybody can fill in a form with
 * another's address, and whoever has opted out stays so.
 */
export const provingMethods = ["form"] as const satisfies ConsentMethod[];

/** The methods by which the lead itself has spoken, from a contact of its own. */
export const ownMethods = [
  "keyword",
  "button",
  "platform_button",
  "preference",
  "link",
] as const satisfies ConsentMethod[];

/** The methods of opt-outs that a setting on the platform (`resume`, `signup`) takes back. */
export const platformMethods = [
  "platform_button",
  "preference",
  "provider",
] as const satisfies ConsentMethod[];
