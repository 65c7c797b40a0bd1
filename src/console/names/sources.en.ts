import type { SourceDeliveryStatus, SourceFact, SourceKind, SourcePresetName } from "#client";

export default {
  sourceKinds: {
    webhook: "Webhook",
    calendly: "Calendly",
    iclosed: "iClosed",
    form: "Web form",
  } satisfies Record<SourceKind, string>,
  /** The services and ways that sources are made for. */
  sourcePresets: {
    calendly: "Calendly",
    iclosed: "iClosed",
    cal_com: "Cal.com",
    typeform: "Typeform",
    tally: "Tally",
    form: "Form on your site",
    hubspot_workflow: "HubSpot workflow",
    webhook: "Any service",
    shopify_customer: "Shopify customers",
    shopify_order: "Shopify orders",
    stripe_checkout: "Stripe payments",
  } satisfies Record<SourcePresetName, string>,
  /** The results of what came to a source. */
  sourceResults: {
    created: "New",
    updated: "Updated",
    unchanged: "Nothing new",
    ignored: "Ignored",
    conflict: "Conflict",
    invalid: "Not usable",
    spam: "Spam",
    held: "On hold",
    failed: "Failed",
  } satisfies Record<SourceDeliveryStatus, string>,
  sourceFacts: {
    contact: "Contact",
    booked: "Booking",
    moved: "Old date given up",
    cancelled: "Cancellation",
    no_show: "No-show",
    attended: "No-show taken back",
    outcome: "Outcome",
  } satisfies Record<SourceFact, string>,
};
