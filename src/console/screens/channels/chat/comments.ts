import { type Channel, listComments, receiveComment } from "#client";
import { platformRow } from "#console/data/platforms";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import { useIsShown } from "#console/ui/use-is-shown";
import type { Person } from "./person";
import type { useLead } from "./queries";
import { texts } from "./texts";

const LOOK_MS = 1_500;
/** A start makes a lead of who has written a comment, some seconds later. */
const LOOKS = 8;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Comments on a post as the person, who may become a lead by that. */
export function useCommenting(
  channel: Channel,
  person: Person,
  lead: ReturnType<typeof useLead>["data"],
  onKnown: (lead: number) => void,
) {
  const t = useTexts(texts);
  const client = useClient();
  const isShown = useIsShown();
  const { identityKinds, addressOf } = platformRow(channel.platform);
  const known = lead?.identities.find(({ kind }) => identityKinds.includes(kind))?.value;

  return async (text: string, media_id: string) => {
    const from = person.kind === "new" ? person.from : (known ?? addressOf(person.id));
    const path = { channel: channel.id };
    const { data } = await receiveComment({ client, path, body: { from, media_id, text } });
    const { comment } = data;
    if (!comment) return toast(t.commentUnkept);
    toast(t.commented);
    for (let look = 0; person.kind === "new" && look < LOOKS && isShown(); look++) {
      await pause(LOOK_MS);
      const query = { media_id, channel_id: channel.id, per_page: 20 };
      const found = (await listComments({ client, query })).data.find(
        ({ id }) => id === comment.id,
      );
      if (found?.lead_id && isShown()) return onKnown(found.lead_id);
    }
  };
}
