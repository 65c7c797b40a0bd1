// The bodies that Meta takes, by its documentation: others have members that it does not know, miss
// some, or are longer than its limits. Its pages are WhatsApp's of messages with reply buttons, a
// list, a CTA URL, a media carousel, a Flow, a location request, contacts and reactions, and
// Instagram's "Send Messages", "Quick Replies", "Button Template", "Generic Template" and "Private
// Replies".
import {
  anything,
  areUnique,
  bytes,
  isBy,
  isList,
  isNumber,
  isOf,
  isOne,
  isText,
  isUrl,
  optional,
} from "./graph-checks.mjs";

// WhatsApp

const link = { link: isUrl };
const caption = optional(isText(1_024));
const headers = Object.fromEntries(
  ["image", "video", "document"].map((type) => [
    type,
    isOf({
      type: isOne(type),
      [type]: isOf({ ...link, ...(type === "document" && { filename: optional(isText(240)) }) }),
    }),
  ]),
);
const body = isOf({ text: isText(1_024) });
const toUrl = isOf({
  name: isOne("cta_url"),
  parameters: isOf({ display_text: isText(20), url: isUrl }),
});
const reply = isOf({ id: isText(256), title: isText(20) });

const cardReplies = isOf({
  buttons: isList(1, 3, isOf({ type: isOne("quick_reply"), quick_reply: reply })),
});
const card = isOf({
  card_index: isNumber(9),
  type: isOne("cta_url"),
  header: isBy("type", { image: headers.image, video: headers.video }),
  body: optional(isOf({ text: isText(160) }, ({ text }) => text.split("\n").length <= 3)),
  action: {
    faults: (value, path) => (value?.name ? toUrl : cardReplies).faults(value, path),
  },
});
/** Cards are alike, and stand in their order. */
const areAlike = (cards) =>
  cards.every((one, index) => one?.card_index === index) &&
  new Set(cards.map((one) => `${one?.header?.type} ${one?.action?.buttons?.length}`)).size === 1 &&
  areUnique((id) => id)(
    cards.flatMap((one) => one.action?.buttons?.map((button) => button.quick_reply?.id) ?? []),
  );

const row = isOf({ id: isText(200), title: isText(24), description: optional(isText(72)) });
const sections = isList(
  1,
  10,
  isOf({ title: optional(isText(24)), rows: isList(1, 10, row) }),
  (all) => all.flatMap((section) => section?.rows ?? []).length <= 10,
);

const named = (name) => isOf({ name: isOne(name) });
const interactive = (type, action, more = {}) => isOf({ type: isOne(type), body, action, ...more });
const interactives = isBy("type", {
  button: interactive(
    "button",
    isOf({
      buttons: isList(
        1,
        3,
        isOf({ type: isOne("reply"), reply }),
        areUnique((button) => button?.reply?.id),
      ),
    }),
  ),
  list: interactive("list", isOf({ button: isText(20), sections })),
  cta_url: interactive("cta_url", toUrl, { header: optional(isBy("type", headers)) }),
  carousel: interactive("carousel", isOf({ cards: isList(2, 10, card, areAlike) })),
  flow: interactive(
    "flow",
    isOf({
      name: isOne("flow"),
      parameters: isOf({
        flow_message_version: isOne("3"),
        flow_token: isText(1_000),
        flow_id: isText(100),
        flow_cta: isText(20),
        mode: isOne("draft", "published"),
        flow_action: optional(isOne("navigate")),
        flow_action_payload: optional(isOf({ screen: isText(200), data: optional(anything) })),
      }),
    }),
  ),
  location_request_message: interactive("location_request_message", named("send_location")),
  request_contact_info: interactive("request_contact_info", named("request_contact_info")),
});

const contact = isOf({
  name: isOf({ formatted_name: isText(1_024), first_name: isText(1_024) }),
  phones: optional(isList(1, 20, isOf({ phone: isText(1_024) }))),
  emails: optional(isList(1, 20, isOf({ email: isText(1_024) }))),
});

const WHATSAPP = {
  text: isOf({ body: isText(4_096), preview_url: isOne(true, false) }),
  image: isOf({ ...link, caption }),
  video: isOf({ ...link, caption }),
  audio: isOf({ ...link, voice: optional(isOne(true)) }),
  document: isOf({ ...link, caption, filename: optional(isText(1_024)) }),
  sticker: isOf(link),
  template: isOf({
    name: isText(512),
    language: isOf({ policy: isOne("deterministic"), code: isText(32) }),
    components: optional(anything),
  }),
  interactive: interactives,
  location: isOf({
    ...{ latitude: isNumber(90), longitude: isNumber(180) },
    ...{ name: optional(isText(1_024)), address: optional(isText(1_024)) },
  }),
  contacts: isList(1, 257, contact),
  reaction: isOf({ message_id: isText(1_000), emoji: isText(64, 0) }),
};

/** The faults of a message to WhatsApp. */
export const whatsappFaults = (sent) =>
  isOf({
    messaging_product: isOne("whatsapp"),
    recipient_type: isOne("individual"),
    to: optional(isText(20)),
    recipient: optional(isText(200)),
    biz_opaque_callback_data: optional(isText(512)),
    context: optional(isOf({ message_id: isText(1_000) })),
    type: isOne(...Object.keys(WHATSAPP)),
    ...(Object.hasOwn(WHATSAPP, sent?.type) && { [sent.type]: WHATSAPP[sent.type] }),
  }).faults(sent, "body");

// Instagram

const webUrl = { type: isOne("web_url"), url: isUrl };
const buttons = isList(
  1,
  3,
  isBy("type", {
    web_url: isOf({ ...webUrl, title: isText(20) }),
    postback: isOf({ type: isOne("postback"), title: isText(20), payload: isText(1_000) }),
  }),
);
const element = isOf(
  {
    title: isText(80),
    subtitle: optional(isText(80)),
    image_url: optional(isUrl),
    default_action: optional(isOf(webUrl)),
    buttons: optional(buttons),
  },
  // Meta wants one member besides the title.
  (given) => Object.keys(given).length > 1,
);
const file = (type) => isOf({ type: isOne(type), payload: isOf({ url: isUrl }) });
const templates = isBy("template_type", {
  button: isOf({ template_type: isOne("button"), text: isText(640), buttons }),
  generic: isOf({ template_type: isOne("generic"), elements: isList(1, 10, element) }),
});
const attachment = isBy("type", {
  ...Object.fromEntries(["image", "video", "audio", "file"].map((type) => [type, file(type)])),
  template: isOf({ type: isOne("template"), payload: templates }),
});
const quickReply = isOf({
  ...{ content_type: isOne("text"), title: isText(20), payload: isText(1_000) },
});
const metadata = optional(isText(1_000));
const written = isOf({
  text: isText(1_000, 1, bytes),
  quick_replies: optional(isList(1, 13, quickReply)),
  metadata,
});
const message = {
  faults: (value, path) =>
    (value?.attachment ? isOf({ attachment, metadata }) : written).faults(value, path),
};
const target = isText(1_000);

const INSTAGRAM = {
  react: isOf({
    recipient: isOf({ id: isText(64) }),
    sender_action: isOne("react"),
    payload: isOf({ message_id: target, reaction: isOne("love") }),
  }),
  unreact: isOf({
    recipient: isOf({ id: isText(64) }),
    sender_action: isOne("unreact"),
    payload: isOf({ message_id: target }),
  }),
  message: isOf({
    messaging_type: isOne("RESPONSE", "MESSAGE_TAG"),
    tag: optional(isOne("HUMAN_AGENT")),
    recipient: isOf({ id: isText(64) }),
    message,
    reply_to: optional(isOf({ mid: target })),
  }),
  // No page of Meta's shows quick replies in one.
  privateReply: isOf({ recipient: isOf({ comment_id: target }), message }, (sent) => {
    return sent.message.quick_replies === undefined;
  }),
};

/** The faults of a message, a reaction or a private reply to Instagram. */
export function instagramFaults(sent) {
  const form = sent?.sender_action ?? (sent?.recipient?.comment_id ? "privateReply" : "message");
  return (INSTAGRAM[form] ?? isOne()).faults(sent, "body");
}
