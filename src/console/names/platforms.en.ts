import type { IdentityKind, Provider, ScenarioWarningCode, SuppressionKind } from "#client";

type Api = Exclude<Provider, "webhook" | "sandbox">;

type Words = {
  providers: Record<Provider, string>;
  /** The purpose of a channel that sends by it. */
  about: Record<Provider, string>;
  /** The steps at Meta before a channel is connected, each a line. */
  before: Record<Api, string>;
  /** The step after it: where its webhooks are set up. */
  webhookAt: Record<Api, string>;
  ids: Record<IdentityKind, string>;
  /** The addresses by which somebody who has unsubscribed is remembered. */
  suppressed: Record<SuppressionKind, string>;
  warnings: Record<Extract<ScenarioWarningCode, `template_on_${string}`>, () => string>;
};

/** The words for platforms. Their names are in `platform-names.ts`. */
export default {
  providers: {
    whatsapp_cloud: "WhatsApp Cloud API",
    instagram: "Instagram API",
    webhook: "Your own gateway",
    sandbox: "Sandbox",
  },
  about: {
    whatsapp_cloud: "Your number at Meta: templates, quality and limits are synced.",
    instagram: "Answer direct messages to a professional account.",
    webhook: "Messages are posted to a server of yours, signed.",
    sandbox: "No account needed. Delivers at once, and you play the lead.",
  },
  before: {
    whatsapp_cloud: [
      "Create an app of the type Business, and add WhatsApp to it.",
      "Add your number under WhatsApp › API Setup, and copy its phone number id.",
      "In Business settings, create a system user with the app and the WhatsApp account.",
      "Generate its token with whatsapp_business_messaging and whatsapp_business_management.",
    ].join("\n"),
    instagram: [
      "Make the Instagram account a professional one.",
      "Create an app of the type Business, and add Instagram to it.",
      "Connect the account under Instagram › API setup, and copy its id.",
      "Generate a token with instagram_business_manage_messages.",
    ].join("\n"),
  },
  webhookAt: {
    whatsapp_cloud: "Open WhatsApp › Configuration, and enter both. Press Verify and save.",
    instagram: "Open Instagram › API setup › Webhooks, and enter both. Press Verify and save.",
  },
  ids: {
    wa_id: "WhatsApp number",
    bsuid: "WhatsApp id",
    parent_bsuid: "WhatsApp id of linked portfolios",
    instagram_id: "Instagram id",
  },
  suppressed: {
    phone: "Phone",
    email: "E-mail",
    bsuid: "WhatsApp id",
    parent_bsuid: "WhatsApp id of linked portfolios",
    instagram_id: "Instagram id",
  },
  warnings: {
    template_on_instagram: () => "Instagram has no templates.",
  },
} satisfies Words;
