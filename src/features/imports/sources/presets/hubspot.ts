import { preset } from "./preset";

/** A property of a contact: alone, as a value, or beside its history. */
const property = (name: string) => [`properties.${name}`, name];

/** The action of workflows. It can't sign without an app of HubSpot, but it can send a header. */
export const hubspot = preset({
  name: "hubspot_workflow",
  label: "HubSpot: workflows",
  verification: { scheme: "header", name: "X-Webhook-Secret" },
  mapping: [
    { to: "first_name", from: property("firstname"), as: "name" },
    { to: "last_name", from: property("lastname"), as: "name" },
    { to: "email", from: property("email"), as: "text" },
    { to: "phone", from: [...property("mobilephone"), ...property("phone")], as: "text" },
    { to: "variables.hubspot_id", from: ["vid", "id", "objectId", "hs_object_id"], as: "text" },
    { to: "variables.hubspot_stage", from: property("lifecyclestage"), as: "text" },
  ],
  steps: [
    "In HubSpot, add the action Send a webhook to a workflow of contacts: POST, inbound URL.",
    "As authentication choose API key, with the name X-Webhook-Secret, in the request header.",
    "As its value, create a secret in HubSpot, and paste the secret from here.",
    "Let the body include all properties, or at least the name, the e-mail and the phones.",
  ],
});
