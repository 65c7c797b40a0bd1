import { at, graphResult, idIn, unsent } from "./answer";
import { post } from "./post";
import type { Outgoing, Provider } from "./provider";

const quickReplies = (buttons: NonNullable<Outgoing["content"]["buttons"]>) =>
  buttons.map(({ id, title }) => ({ content_type: "text", title, payload: id }));

/** A text, with its buttons or rows as quick replies; or a file alone: attachments have no text. */
function messageOf({ type, text, content: { buttons, list, media } }: Outgoing) {
  if (media)
    return {
      attachment: { type: type === "document" ? "file" : type, payload: { url: media.url } },
    };
  const replies = buttons ?? list?.sections.flatMap(({ rows }) => rows);
  return { text, ...(replies && { quick_replies: quickReplies(replies) }) };
}

/** The body of a request to Instagram's messaging API. */
export const instagramBody = (outgoing: Outgoing) => ({
  messaging_type: "RESPONSE",
  recipient: { id: outgoing.to.instagram_id },
  message: messageOf(outgoing),
});

/** Meta's messaging for Instagram. */
export const instagram: Provider = {
  async send({ credentials }, outgoing, { graphUrl, timeoutMs }) {
    if (outgoing.type === "template") return unsent("Instagram has no templates.");
    const make = () => ({
      url: `${graphUrl}/me/messages`,
      headers: { Authorization: `Bearer ${credentials.access_token}` },
      body: JSON.stringify(instagramBody(outgoing)),
    });
    return graphResult(await post(make, timeoutMs), credentials, (body) => {
      const externalId = idIn(at(body, "message_id"), credentials);
      return externalId ? { kind: "accepted", externalId } : null;
    });
  },
};
