import { type ApiName, isApi, type ProviderName } from "./platforms";

const COMMENT_FIELDS = ["comments", "live_comments"] as const;

/** The fields of webhooks that an app at Meta subscribes to, for each API. */
const fields = {
  whatsapp_cloud: [
    "messages",
    // These two come from numbers that WhatsApp's app uses, too.
    "smb_message_echoes",
    "history",
    "user_preferences",
    "calls",
    "message_template_status_update",
    "message_template_quality_update",
    "template_category_update",
    "phone_number_quality_update",
    "business_capability_update",
    "account_update",
  ],
  instagram: [
    "messages",
    "messaging_postbacks",
    "messaging_referral",
    "messaging_seen",
    "message_reactions",
    "message_edit",
    // These need `instagram_manage_comments`.
    ...COMMENT_FIELDS,
  ],
} as const satisfies Record<ApiName, readonly string[]>;

/** The fields for the channels of a provider: none for those that Meta does not call. */
export const webhookFields = (provider: ProviderName): string[] =>
  isApi(provider) ? [...fields[provider]] : [];

/** Those without which something of a conversation does not come. */
export const conversationFields = (provider: ProviderName): string[] =>
  webhookFields(provider).filter((field) => !COMMENT_FIELDS.some((other) => other === field));
