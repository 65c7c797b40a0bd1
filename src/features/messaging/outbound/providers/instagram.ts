import { at, graphResult, idIn, unsent } from "./answer";
import { instagramMessage } from "./instagram-contents";
import { post } from "./post";
import type { Account, Outgoing, PlatformApi, Signal } from "./provider";

/** The body of a request to Instagram's messaging API. */
export const instagramBody = (outgoing: Outgoing) => ({
  messaging_type: "RESPONSE",
  recipient: { id: outgoing.to.instagram_id },
  message: instagramMessage(outgoing),
});

const request = ({ credentials }: Account, graphUrl: string, body: object) => ({
  url: `${graphUrl}/me/messages`,
  headers: { Authorization: `Bearer ${credentials.access_token}` },
  body: JSON.stringify(body),
});

export const instagramSignal = ({ kind, to }: Signal) => ({
  recipient: { id: to.instagram_id },
  sender_action: kind === "read" ? "mark_seen" : "typing_on",
});

/** Meta's messaging for Instagram. */
export const instagram: PlatformApi = {
  async send(account, outgoing, { graphUrl, timeoutMs }) {
    const { credentials } = account;
    if (!instagramMessage(outgoing)) return unsent("Instagram has no messages of this type.");
    const make = () => request(account, graphUrl, instagramBody(outgoing));
    return graphResult(await post(make, timeoutMs), credentials, (body) => {
      const externalId = idIn(at(body, "message_id"), credentials);
      return externalId ? { kind: "accepted", externalId } : null;
    });
  },
  async signal(account, signal, { graphUrl, timeoutMs }) {
    if (signal.to.instagram_id === undefined) return;
    await post(() => request(account, graphUrl, instagramSignal(signal)), timeoutMs);
  },
  accountPath: () => "me",
};
