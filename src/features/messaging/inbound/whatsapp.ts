import { readAccountUpdates } from "./account-updates";
import type { InboundPlatform } from "./platform";
import {
  accountIdOf,
  idOf,
  itemsOf,
  type Members,
  membersOf,
  momentOf,
  pastMoment,
} from "./untrusted";
import {
  deletedMessage,
  joinParts,
  type ParsedPart,
  type ParsedWebhook,
  type PartEvents,
  type Unusable,
} from "./webhook-events";
import { callsIn } from "./whatsapp-calls";
import { contentOf, sharedNumberIn } from "./whatsapp-content";
import { echoesIn, editOf, isWithdrawal, pastIn } from "./whatsapp-echoes";
import { isMove, moveIn } from "./whatsapp-moves";
import { reportIn } from "./whatsapp-reports";
import { type Contacts, contactsIn, senderOf, whatsappIds } from "./whatsapp-sender";

/** True for the preferences of people who want marketing. `signup`: they have just asked for it. */
const WANTS = new Map<unknown, boolean>([
  ["stop", false],
  ["resume", true],
  ["signup", true],
]);

/** Parses a webhook of the WhatsApp Cloud API, whatever its body is. Never throws. */
export const readWhatsapp = (body: unknown, now: number): ParsedWebhook =>
  joinParts(
    itemsOf(membersOf(body)?.entry)
      .flatMap((entry) => changesOf(membersOf(entry)))
      .flatMap((change) => partsOf(membersOf(change), now)),
  );

const changesOf = (entry: Members | undefined) => (entry ? itemsOf(entry.changes) : [undefined]);

function partsOf(change: Members | undefined, now: number): (ParsedPart | Unusable)[] {
  if (!change) return [undefined];
  const read = READERS.get(change.field);
  if (!read) return [];
  const value = membersOf(change.value);
  const accountId = accountIdOf(membersOf(value?.metadata)?.phone_number_id);
  if (!value || !accountId) return [undefined];
  return read(value, now).map((part) => (typeof part === "object" ? { accountId, ...part } : part));
}

function conversationIn(value: Members, now: number) {
  const contacts = contactsIn(value.contacts);
  return [
    ...itemsOf(value.messages).map((message) => messageIn(membersOf(message), contacts, now)),
    ...itemsOf(value.statuses).map((status) => reportIn(membersOf(status), contacts, now)),
  ];
}

function messageIn(
  message: Members | undefined,
  contacts: Contacts,
  now: number,
): PartEvents | Unusable {
  // Groups are not conversations with a lead.
  if (!message || message.group_id != null) return undefined;
  const system = message.type === "system" ? membersOf(message.system) : undefined;
  if (system && isMove(system)) return moveIn(message, system, contacts, now);
  const { from_user_id, from_parent_user_id } = message;
  const number = message.from ?? system?.customer;
  const from = senderOf(number, from_user_id, from_parent_user_id, contacts);
  if (!from) return undefined;
  const at = pastMoment(message.timestamp, now);
  if (message.type === "revoke") {
    const revoked = idOf(membersOf(message.revoke)?.original_message_id);
    return revoked ? { messages: [deletedMessage(revoked, at, from)] } : undefined;
  }
  if (message.type === "edit") {
    const edited = editOf(membersOf(message.edit), at, from);
    return edited && { edits: [edited] };
  }
  const externalId = idOf(message.id);
  const content = contentOf(message);
  if (!externalId || !content || isWithdrawal(content)) return undefined;
  const sharedNumber = sharedNumberIn(message);
  return {
    messages: [
      {
        ...{ externalId, at, from, ...content },
        // The answer to a request for it.
        ...(sharedNumber && { sharedNumber, text: `+${sharedNumber}` }),
      },
    ],
  };
}

function preferencesIn(value: Members, now: number): (PartEvents | undefined)[] {
  const contacts = contactsIn(value.contacts);
  return itemsOf(value.user_preferences).map((item) => {
    const preference = membersOf(item);
    const { wa_id, user_id, parent_user_id } = preference ?? {};
    const from = preference && senderOf(wa_id, user_id, parent_user_id, contacts);
    if (!from || preference.category !== "marketing_messages") return undefined;
    const wants = WANTS.get(preference.value);
    if (wants === undefined) return undefined;
    const moment = momentOf(preference.timestamp);
    return { preferences: [{ from, at: moment ? Math.min(moment, now) : null, wants }] };
  });
}

/** The readers of a change, by its field. Other fields are ignored. */
const READERS = new Map<unknown, (value: Members, now: number) => (PartEvents | Unusable)[]>([
  ["messages", conversationIn],
  ["user_preferences", preferencesIn],
  ["calls", callsIn],
  ["smb_message_echoes", echoesIn],
  ["history", pastIn],
]);

export const inboundWhatsapp: InboundPlatform = {
  read: readWhatsapp,
  readUpdates: readAccountUpdates,
  idsIn: whatsappIds,
  webhook: {
    about:
      "As WhatsApp's Cloud API sends it. The service reads each entry's `changes` with the " +
      "field `messages`, `smb_message_echoes`, `history`, `user_preferences`, `calls`, " +
      "`message_template_status_update`, `message_template_quality_update`, " +
      "`template_category_update`, `phone_number_quality_update`, " +
      "`business_capability_update` or `account_update`. " +
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
};
