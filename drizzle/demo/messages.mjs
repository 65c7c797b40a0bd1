import { DEFAULT_SETTINGS } from "../../src/features/access/settings/defaults.ts";

const SECOND = 1 / 86_400;

const WHY = {
  opted_out: { code: null, message: "The lead has unsubscribed." },
  window_closed: {
    code: null,
    message:
      "The lead has not written for 24 hours: WhatsApp takes only templates then, Instagram nothing.",
  },
  undeliverable: { code: 131026, message: "Message undeliverable" },
  marketing_cap: {
    code: 131049,
    message: "This message was not delivered to maintain healthy ecosystem engagement.",
  },
};

const fileUrl = (name) => `https://example.com/media/${name}`;
const MIME_TYPES = { image: "image/jpeg", audio: "audio/ogg" };

/** A file in the form of WhatsApp and Instagram. */
const received = (type, id, platform) =>
  platform === "whatsapp"
    ? { id: String(900_000_000 + id), mime_type: MIME_TYPES[type] }
    : { attachments: [{ type, payload: { url: fileUrl(`${id}.jpg`) } }] };

function templateOf(detail, text) {
  const [name, language] = detail.split(" ");
  const parameters = text.split(" | ").map((parameter) => ({ type: "text", text: parameter }));
  return { name, language, components: [{ type: "body", parameters }] };
}

/** A message's type, text and payload, as the service stores them. */
function contentOf({ kind, detail, text, isOurs, id, talk: { platform } }) {
  switch (kind) {
    case "template":
      return { type: kind, text: null, payload: { template: templateOf(detail, text) } };
    case "buttons":
      return {
        type: kind,
        text,
        payload: {
          buttons: detail.split(" / ").map((title, index) => ({ id: String(index), title })),
        },
      };
    case "tap":
      return platform === "whatsapp"
        ? {
            type: "interactive",
            text,
            payload: { type: "button_reply", button_reply: { id: detail, title: text } },
          }
        : { type: "button", text, payload: { quick_reply: { payload: detail } } };
    case "reaction":
      return { type: kind, text, payload: { emoji: text } };
    case "confirmation":
      return { type: "text", text: DEFAULT_SETTINGS.opt_out_confirmation, payload: {} };
    case "text":
      return { type: kind, text, payload: {} };
    default:
      return {
        type: kind,
        text,
        payload: isOurs ? { media: mediaOf(kind, detail) } : received(kind, id, platform),
      };
  }
}

const mediaOf = (kind, name) => ({
  url: fileUrl(name),
  ...(kind === "document" && { filename: name }),
});

/** The conversations, with the stored form of each message. */
export const withContents = ({ talks, messages }) => ({
  talks,
  messages: messages.map((message) => ({ ...message, content: contentOf(message) })),
});

/**
 * The messages. `consents` maps the ids of confirmations to those of consents. SENT marks outbound
 * messages as sent in a second step, so that the triggers run.
 */
export const messageRow = (channels, consents) => (message) => {
  const { id, talk, isOurs, status, reason, at, read } = message;
  const isSent = isOurs && status !== "failed";
  const isDelivered = status === "delivered" || status === "read";
  return {
    id,
    workspace_id: 1,
    conversation_id: talk.id,
    channel_id: channels.indexOf(talk.platform) + 1,
    direction: isOurs ? "outbound" : "inbound",
    ...message.content,
    status,
    error: reason && { reason, ...WHY[reason], retry_at: null },
    origin: isOurs && message.kind === "text" ? "person" : null,
    external_id: isSent ? `sandbox_${id}` : isOurs ? null : `in_${id}`,
    consent_id: consents.get(id) ?? null,
    sent_at: isOurs ? null : at,
    delivered_at: isDelivered ? at - 2 * SECOND : null,
    read_at: read,
    attempts: Number(isSent || (reason !== undefined && WHY[reason].code !== null)),
    created_at: isOurs ? at : at - SECOND,
  };
};

export const SENT = `update messages set sent_at = created_at + 1000 where direction = 'outbound' and status in ('sent', 'delivered', 'read');

insert into status_reports (channel_id, external_id, status, at, message_id, created_at)
select channel_id, external_id, 'delivered', delivered_at, id, delivered_at from messages where delivered_at is not null
union all
select channel_id, external_id, 'read', read_at, id, read_at from messages where read_at is not null;`;
