import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Client, listComments, listConversations } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Clip } from "#console/ui/text";
import { useSeen } from "#console/ui/use-seen";
import { commentHash } from "./message-hash";

const FRESH_MS = 300_000;
/** The most comments of a lead that are looked through, the newest first. */
const MOST = 100;

/** A comment of a lead, with the conversation that it stands in; null if it is no longer kept. */
async function findComment(client: Client, id: number, lead: number) {
  const query = { lead_id: lead, per_page: MOST };
  const [comments, conversations] = await Promise.all([
    listComments({ client, query }),
    listConversations({ client, query }),
  ]);
  const comment = comments.data.find((one) => one.id === id);
  const conversation = conversations.data.find((one) => one.channel_id === comment?.channel_id);
  return comment ? { comment, conversation } : null;
}

/** A comment by its text, which leads to it in its conversation, for those who may read it. */
export function CommentLink({ id, lead }: { id: number; lead: number }) {
  const { runs } = useTexts(nameTexts);
  const client = useClient();
  const mayRead = useMay("conversations:read");
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const { data, isPending } = useQuery({
    queryKey: ["comment", id],
    queryFn: () => findComment(client, id, lead),
    enabled: mayRead && isSeen,
    staleTime: FRESH_MS,
    retry: false,
  });
  const text = data?.comment.text || runs.comment(id);
  if (!data?.conversation)
    return <span ref={ref}>{mayRead && isPending ? "…" : <Clip dir="auto">{text}</Clip>}</span>;
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: `${data.conversation.id}` }}
      hash={commentHash(id)}
      preload={false}
    >
      <Clip dir="auto">{text}</Clip>
    </Link>
  );
}
