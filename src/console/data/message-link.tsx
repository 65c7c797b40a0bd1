import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getMessage } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Clip } from "#console/ui/text";
import { useSeen } from "#console/ui/use-seen";
import { messageHash } from "./message-hash";

const FRESH_MS = 300_000;

/** A message by its text, which leads to it in its conversation, for those who may read it. */
export function MessageLink({ id }: { id: number }) {
  const { messageTypes, runs } = useTexts(nameTexts);
  const client = useClient();
  const mayRead = useMay("conversations:read");
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const { data: message, isError } = useQuery({
    queryKey: ["message", id],
    queryFn: async ({ signal }) =>
      (await getMessage({ client, path: { message: id }, signal })).data,
    enabled: mayRead && isSeen,
    staleTime: FRESH_MS,
    retry: false,
  });
  if (!message) return <span ref={ref}>{isError || !mayRead ? runs.message(id) : "…"}</span>;
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: `${message.conversation_id}` }}
      hash={messageHash(id)}
      preload={false}
    >
      <Clip dir="auto">{message.text || messageTypes[message.type]}</Clip>
    </Link>
  );
}
