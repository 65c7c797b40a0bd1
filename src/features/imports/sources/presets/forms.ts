import { webhook } from "../kinds/webhook";
import { linkStep, preset, signature } from "./preset";

/** The questions of a Typeform stand apart from the answers; the kind's reader joins them. */
export const typeform = preset({
  name: "typeform",
  label: "Typeform",
  verification: signature("Typeform-Signature", { prefix: "sha256=" }),
  mapping: webhook.mapping,
  dedupe: "event_id",
  steps: [
    "In Typeform, open the form, then Connect and Webhooks.",
    "Add a webhook with the inbound URL, and paste the secret as its secret.",
    "Turn the webhook on, and send a test request.",
    "Add a hidden field called utm_content to the form.",
    linkStep("the form", "#utm_content={{lead_ref}}"),
  ],
});

export const tally = preset({
  name: "tally",
  label: "Tally",
  verification: signature("Tally-Signature"),
  mapping: webhook.mapping,
  dedupe: "eventId",
  steps: [
    "In Tally, open the form, then Integrations, and connect Webhooks.",
    "Paste the inbound URL, and the secret as the signing secret.",
    "Add a hidden field called utm_content to the form.",
    linkStep("the form", "?utm_content={{lead_ref}}"),
  ],
});
