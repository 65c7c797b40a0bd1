import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Channel,
  getConversation,
  type InboundInput,
  receiveMessage,
  uploadMedium,
} from "#client";
import { useClient } from "#console/session/session";
import { useProblemToast } from "#console/ui/toasts";
import { useIsShown } from "#console/ui/use-is-shown";
import { type Person, senderOf } from "./person";
import type { useLead } from "./queries";

/** A message on its way. The API keeps the id, so that it is recognised when it has arrived. */
export type Pending = { externalId: string; text: string; isFailed: boolean };

type Kind = "image" | "video" | "audio" | "document";

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^image\/(jpeg|png)$/, "image"],
  [/^video\/(mp4|3gpp)$/, "video"],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, "audio"],
];

const kindOf = ({ type }: File) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? "document";

/** Writes as the person: at once on the phone, and a moment later through the API. */
export function useWriting(
  channel: Channel,
  person: Person,
  lead: ReturnType<typeof useLead>["data"],
  /** Somebody new has become a lead. */
  onKnown: (lead: number) => void,
) {
  const client = useClient();
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const isShown = useIsShown();
  const [pending, setPending] = useState<Pending[]>([]);
  const [isUploading, setUploading] = useState(false);

  async function write(content: Partial<InboundInput>, shownAs?: string) {
    const externalId = `in_${crypto.randomUUID()}`;
    if (shownAs) setPending((list) => [...list, { externalId, text: shownAs, isFailed: false }]);
    try {
      const { data } = await receiveMessage({
        client,
        path: { channel: channel.id },
        body: { ...senderOf(person, channel, lead), ...content, external_id: externalId },
      });
      const conversation = data.conversation_id;
      if (person.kind === "new") {
        const found = await getConversation({ client, path: { conversation } });
        if (isShown()) onKnown(found.data.lead_id);
      } else {
        void queries.invalidateQueries({ queryKey: ["chat-conversation", channel.id, person.id] });
        void queries.invalidateQueries({ queryKey: ["chat-lead", person.id] });
      }
      void queries.invalidateQueries({ queryKey: ["chat-messages", conversation] });
    } catch (error) {
      toastProblem(error);
      setPending((list) =>
        list.map((one) => (one.externalId === externalId ? { ...one, isFailed: true } : one)),
      );
    }
  }

  async function sendFile(file: File) {
    setUploading(true);
    try {
      const kind = kindOf(file);
      const { data } = await uploadMedium({
        client,
        body: file,
        query: { kind, filename: file.name },
      });
      if (data.url) await write({ type: kind, media: { url: data.url, filename: file.name } });
    } catch (error) {
      toastProblem(error);
    } finally {
      setUploading(false);
    }
  }

  return { pending, write, sendFile, isUploading };
}
