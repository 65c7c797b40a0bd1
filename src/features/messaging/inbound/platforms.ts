import type { Platform } from "#domain/platforms";
import { type AccountUpdates, noUpdates, readAccountUpdates } from "./account-updates";
import { instagramIds, readInstagram } from "./instagram";
import type { ParsedWebhook, SenderIds } from "./webhook-events";
import { readWhatsapp } from "./whatsapp";
import { whatsappIds } from "./whatsapp-sender";

/** The code that reads what comes from a platform. It never throws. */
type InboundPlatform = {
  read(body: unknown, now: number): ParsedWebhook;
  /** Reads what a webhook says of business accounts. */
  readUpdates(body: unknown, now: number): AccountUpdates;
  /** The ids in an address as a gateway or a person writes it; undefined if it is none. */
  idsIn(address: string): SenderIds | undefined;
  /** A webhook, for the document. */
  webhook: { about: string; example: object };
};

export const inboundPlatforms: Record<Platform, InboundPlatform> = {
  whatsapp: {
    read: readWhatsapp,
    readUpdates: readAccountUpdates,
    idsIn: whatsappIds,
    webhook: {
      about:
        "As WhatsApp's Cloud API sends it. The service reads each entry's `changes` with the " +
        "field `messages`, `user_preferences`, `message_template_status_update`, " +
        "`message_template_quality_update`, `phone_number_quality_update` or `account_update`. " +
        "It accepts and ignores everything else.",
      example: {
        object: "whatsapp_business_account",
        entry: [
          {
            id: "102290129340398",
            changes: [
              {
                field: "messages",
                value: {
                  messaging_product: "whatsapp",
                  metadata: {
                    display_phone_number: "15550783881",
                    phone_number_id: "106540352242922",
                  },
                  contacts: [{ profile: { name: "Élodie Martin" }, wa_id: "33639980142" }],
                  messages: [
                    {
                      from: "33639980142",
                      id: "wamid.HBgLMzM2Mzk5ODAxNDIVAgASGBQzQTRB",
                      timestamp: "1795169730",
                      type: "text",
                      text: { body: "Hello, is there a place left?" },
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    },
  },
  instagram: {
    read: readInstagram,
    readUpdates: noUpdates,
    idsIn: instagramIds,
    webhook: {
      about:
        "As Instagram's messaging sends it. The service reads each entry's `messaging`. It " +
        "accepts and ignores everything else.",
      example: {
        object: "instagram",
        entry: [
          {
            id: "17841405309211844",
            time: 1795169730456,
            messaging: [
              {
                sender: { id: "1254459154682919" },
                recipient: { id: "17841405309211844" },
                timestamp: 1795169730123,
                message: {
                  mid: "aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE",
                  text: "Hello, is there a place left?",
                },
              },
            ],
          },
        ],
      },
    },
  },
};
