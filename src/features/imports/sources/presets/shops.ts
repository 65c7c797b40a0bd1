import type { SourceMapping } from "../mapping";
import { linkStep, preset, signature } from "./preset";

const shopify = signature("X-Shopify-Hmac-Sha256");

const setUp = (event: string) => [
  "In Shopify, open Settings, then Notifications and Webhooks.",
  `Create a webhook for the event ${event}, in JSON, with the inbound URL.`,
  "Copy the secret that Shopify shows below its webhooks, and store it as the secret here.",
];

export const shopifyCustomer = preset({
  name: "shopify_customer",
  label: "Shopify: customers",
  verification: shopify,
  makes_secret: true,
  mapping: [
    { to: "first_name", from: ["first_name", "default_address.first_name"] },
    { to: "last_name", from: ["last_name", "default_address.last_name"] },
    { to: "email", from: ["email"] },
    { to: "phone", from: ["phone", "default_address.phone"] },
    { to: "variables.shopify_customer_id", from: ["id"], as: "text" },
  ],
  steps: setUp("Customer creation"),
});

const addresses = (field: string) => [
  `customer.${field}`,
  `billing_address.${field}`,
  `shipping_address.${field}`,
];

export const shopifyOrder = preset({
  name: "shopify_order",
  label: "Shopify: orders",
  verification: shopify,
  makes_secret: true,
  mapping: [
    { to: "lead_ref", from: ["tracking.lead_ref", "tracking.utm_content"] },
    { to: "first_name", from: addresses("first_name") },
    { to: "last_name", from: addresses("last_name") },
    { to: "email", from: ["email", "contact_email", "customer.email"] },
    { to: "phone", from: ["phone", ...addresses("phone"), "customer.default_address.phone"] },
    { to: "variables.shopify_customer_id", from: ["customer.id"], as: "text" },
    { to: "variables.shopify_order", from: ["name"] },
    { to: "variables.shopify_order_total", from: ["total_price"], as: "number" },
    { to: "variables.shopify_order_currency", from: ["currency"] },
  ],
  steps: setUp("Order creation"),
});

const session = (path: string) => `data.object.${path}`;

const checkout: SourceMapping = [
  { to: "lead_ref", from: [session("client_reference_id"), "tracking.lead_ref"] },
  { to: "full_name", from: [session("customer_details.name")] },
  { to: "email", from: [session("customer_details.email"), session("customer_email")] },
  { to: "phone", from: [session("customer_details.phone"), "lead.phone"] },
  { to: "variables.stripe_customer_id", from: [session("customer")] },
  { to: "variables.stripe_amount_total", from: [session("amount_total")] },
  { to: "variables.stripe_currency", from: [session("currency")] },
];

export const stripeCheckout = preset({
  name: "stripe_checkout",
  label: "Stripe: completed checkouts",
  verification: signature("Stripe-Signature", {
    encoding: "hex",
    prefix: "v1=",
    timestamp: "signature",
  }),
  makes_secret: true,
  mapping: checkout,
  dedupe: "id",
  steps: [
    "In Stripe, open Developers, then Webhooks, and add an endpoint with the inbound URL.",
    "Choose the event checkout.session.completed alone.",
    "Copy the endpoint's signing secret, and store it as the secret here, with whsec_.",
    linkStep("a payment", "?client_reference_id={{lead_ref}}"),
  ],
});
