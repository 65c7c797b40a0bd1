import { call, newWorkspace } from "./console";

type Created = { data: { id: number } };
type Received = {
  data: { id: number; conversation_id: number; external_id: string | null; lead_id?: number };
};

async function withChannel(platform: "whatsapp" | "instagram", from: string, name: string) {
  const token = await newWorkspace(`Rich ${platform}`);
  const body = { platform, name: "School", is_default: true };
  const channel = (await call<Created>(token, "POST", "/channels", body)).data.id;
  const receive = async (message: object) =>
    (
      await call<Received>(token, "POST", `/channels/${channel}/inbound`, {
        ...{ from, name },
        ...message,
      })
    ).data;
  return { token, channel, receive };
}

const CARDS = ["Design", "Drawing"].map((title) => ({
  title,
  text: "From March, six weeks",
  media: { url: `https://example.com/${title}.jpg` },
  buttons: [{ title: "Choose", id: title }],
}));

/** A template with two cards. */
export const CAROUSEL = {
  ...{ name: "spring_courses", language: "en", category: "marketing" },
  components: [
    { type: "BODY", text: "Hello {{1}}, these are new." },
    {
      type: "CAROUSEL",
      cards: ["Design", "Drawing"].map((course) => ({
        components: [
          { type: "HEADER", format: "IMAGE" },
          { type: "BODY", text: `${course} with {{1}}` },
          { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Tell me more" }] },
        ],
      })),
    },
  ],
};

const text = (value: string) => ({ type: "text", text: value });

const filledCarousel = {
  name: "spring_courses",
  language: "en",
  components: [
    { type: "body", parameters: [text("Zoë")] },
    {
      type: "carousel",
      cards: ["Ada", "Grace"].map((teacher) => ({
        components: [
          {
            type: "header",
            parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }],
          },
          { type: "body", parameters: [text(teacher)] },
        ],
      })),
    },
  ],
};

/** A conversation on WhatsApp with messages of most types. */
export async function richWhatsapp() {
  const { token, channel, receive } = await withChannel("whatsapp", "+33639980711", "Zoë Marchand");
  const { data: link } = await call<{ data: { template_variable_url: string } }>(
    token,
    "POST",
    "/short-links",
    { destination_url: "https://example.com/programme", label: "Programme" },
  );
  await call(token, "POST", `/channels/${channel}/templates`, CAROUSEL);
  const first = await receive({
    text: "Hello, I saw your ad",
    payload: {
      referral: {
        ...{ source_type: "ad", source_id: "120211", headline: "Open day" },
        source_url: "https://fb.me/1",
      },
    },
  });
  const { conversation_id: id } = first;
  const send = async (message: object) => {
    const path = `/conversations/${id}/messages`;
    const { data } = await call<Received>(token, "POST", path, message);
    for (;;) {
      const now = await call<Received>(token, "GET", `/messages/${data.id}`);
      if (now.data.external_id !== null) return now.data;
    }
  };
  const sent = await send({
    ...{ type: "link_button", text: "Six places left" },
    link_buttons: [{ title: "See dates", url: link.template_variable_url }],
  });
  const answered = { context: { id: sent.external_id } };
  const react = (emoji: string | null) =>
    receive({
      ...{ type: "reaction", ...(emoji !== null && { text: emoji }) },
      payload: { message_id: sent.external_id, emoji },
    });
  await react("👍");
  await react("❤️");
  await receive({ text: "Which dates?", payload: answered });
  const other = await send({ text: "From March", reply_to: first.id });
  await receive({
    ...{ type: "reaction", text: "😮" },
    payload: { message_id: other.external_id, emoji: "😮" },
  });
  await receive({
    ...{ type: "reaction", payload: { message_id: other.external_id, emoji: "" } },
  });
  await send({ type: "cards", text: "Two courses", cards: CARDS });
  await receive({ type: "interactive", text: "Choose", tapped: "Design" });
  await send({ type: "template", template: filledCarousel });
  const form = await send({
    ...{ type: "flow", text: "What would you like to learn?" },
    flow: { flow_id: "112", cta: "Open the form", screen: "WISHES" },
  });
  await receive({
    type: "interactive",
    answers: { course: "Design", days: ["Tuesday", "Friday"] },
    answered_message_id: form.id,
  });
  await receive({ type: "interactive", answers: { iban: "FR76…" } });
  await send({ type: "request_location", text: "Where shall we meet?" });
  await receive({
    type: "location",
    payload: { latitude: 48.8584, longitude: 2.2945, name: "Tour Eiffel", address: "Paris" },
  });
  await send({ type: "contacts", contacts: [{ name: "Ines Roux", phones: ["+33639980142"] }] });
  await receive({ type: "audio", payload: { voice: true } });
  await receive({ origin: "native_app", text: "I call you in a minute." });
  return { token, id, channel };
}

/** A conversation on Instagram that has begun under a post. */
export async function richInstagram() {
  const person = "1254459154682919";
  const { token, channel, receive } = await withChannel("instagram", person, "Élodie");
  await call(token, "POST", "/scenarios", {
    ...{ name: "Price", platform: "instagram", is_active: true },
    triggers: [{ id: "word", type: "comment", data: { words: ["never"] } }],
    nodes: [{ id: "end", type: "exit" }],
    edges: [],
  });
  const { conversation_id: id } = await receive({
    type: "referral",
    payload: { referral: { ref: "spring", source: "IGME-SOURCE-LINK", type: "OPEN_THREAD" } },
  });
  const comment = async (body: object) => {
    const given = { from: person, username: "elodie", media_id: "179055", ...body };
    const path = `/channels/${channel}/comments`;
    type Stored = { data: { comment: { id: number } | null } };
    return (await call<Stored>(token, "POST", path, given)).data.comment;
  };
  const asked = await comment({ text: "PRICE?" });
  const { data: conversation } = await call<{ data: { lead_id: number } }>(
    ...([token, "GET", `/conversations/${id}`] as const),
  );
  await call(token, "POST", `/leads/${conversation.lead_id}/messages`, {
    ...{ text: "It is 90 €, materials included.", comment_id: asked?.id, channel_id: channel },
  });
  await call(token, "POST", `/leads/${conversation.lead_id}/messages`, {
    ...{ type: "comment_reply", text: "We have written to you.", comment_id: asked?.id },
    channel_id: channel,
  });
  const story = "https://lookaside.example.com/story";
  await receive({
    text: "Love it",
    payload: { reply_to: { story: { id: "18012345", url: story } } },
  });
  const post = { type: "ig_post", payload: { title: "Open day", url: "https://example.com/p" } };
  await receive({ type: "share", payload: { attachments: [post] } });
  await receive({
    type: "story_mention",
    payload: { attachments: [{ type: "story_mention", payload: { url: story } }] },
  });
  await call(token, "POST", `/conversations/${id}/messages`, {
    type: "cards",
    cards: CARDS.map((card) => ({
      ...card,
      buttons: [{ title: "Look", url: "https://example.com/design" }, ...card.buttons],
    })),
  });
  await comment({ text: "Is it live?", is_live: true });
  await receive({ origin: "native_app", text: "See you there!" });
  return { token, id, channel };
}
