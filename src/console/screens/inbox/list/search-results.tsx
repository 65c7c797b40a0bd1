import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { type Lead, listAllMessages, listLeads, type Message } from "../../../../client/index";
import { useList } from "../../../data/lists";
import { LoadMore } from "../../../data/load-more";
import { useClient, useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { Avatar } from "../../../ui/badge";
import { classes } from "../../../ui/classes";
import { EmptyState, LoadingRows, ProblemNote } from "../../../ui/states";
import { useSettled } from "../../../ui/use-settled";
import { useLeadName } from "../lead/lead";
import { texts } from "../texts";
import { messageHash } from "../thread/target";
import { useConversation } from "./conversations";
import list from "./list.module.css";
import { markParts } from "./mark-parts";
import lines from "./row.module.css";
import styles from "./search.module.css";

const SHORTEST = 3;
const PEOPLE = 5;

type Named = Pick<Lead, "id" | "first_name" | "last_name" | "username" | "phone" | "email">;

function Person({ lead, id, isOpen }: { lead: Named; id: number; isOpen: boolean }) {
  const name = useLeadName({ lead, lead_id: lead.id });
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(id) }}
      search={true}
      preload={false}
      className={classes(styles.result, isOpen && lines.open)}
      data-conversation={id}
    >
      <Avatar name={name} size="2rem" />
      <span className={styles.resultText}>
        <span className={lines.name} dir="auto">
          {name}
        </span>
        <span className={lines.snippet}>{lead.phone ?? lead.email ?? lead.username}</span>
      </span>
    </Link>
  );
}

function Hit({ message, text, isOpen }: { message: Message; text: string; isOpen: boolean }) {
  const format = useFormat();
  const { data } = useConversation(message.conversation_id);
  const name = useLeadName(data);
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(message.conversation_id) }}
      search={true}
      hash={messageHash(message.id)}
      preload={false}
      className={classes(styles.result, isOpen && lines.open)}
      data-conversation={message.conversation_id}
    >
      <Avatar name={name} size="2rem" />
      <span className={styles.resultText}>
        <span className={lines.line}>
          <span className={lines.name} dir="auto">
            {name}
          </span>
          <time className={lines.time}>{format.short(message.created_at)}</time>
        </span>
        <span className={styles.hit} dir="auto">
          {markParts(message.text ?? "", text).map(({ part, isMarked }, index) =>
            isMarked ? <mark key={index}>{part}</mark> : part,
          )}
        </span>
      </span>
    </Link>
  );
}

/** People whose names, and messages whose texts, contain what is searched for. */
export function SearchResults({ text, openId }: { text: string; openId: number | null }) {
  const t = useTexts(texts);
  const client = useClient();
  const wanted = useSettled(text);
  const isLong = wanted.length >= SHORTEST;
  const mayReadLeads = useMay("leads:read");
  const people = useQuery({
    queryKey: ["inbox", "people", wanted],
    queryFn: ({ signal }) =>
      listLeads({ client, signal, query: { name: wanted, per_page: PEOPLE * 4 } }),
    enabled: isLong && mayReadLeads,
  });
  const messages = useList(
    ["inbox", "found", wanted],
    (of, page, signal) =>
      listAllMessages({ client: of, signal, query: { text: wanted, per_page: 25, ...page } }),
    { enabled: isLong },
  );
  if (!isLong) return <p className={styles.hint}>{t.tooShort}</p>;
  if (messages.isPending) return <LoadingRows />;
  if (messages.isError)
    return (
      <div className={list.problem}>
        <ProblemNote error={messages.error} onRetry={() => void messages.refetch()} />
      </div>
    );
  const known = (people.data?.data ?? [])
    .flatMap((lead) => lead.conversations.map(({ id }) => ({ lead, id })))
    .slice(0, PEOPLE);
  if (known.length === 0 && messages.items.length === 0 && !messages.hasNextPage)
    return (
      <EmptyState icon={<SearchX />} title={t.nothingFound}>
        {t.nothingFoundAbout(wanted)}
      </EmptyState>
    );
  return (
    <div className={list.scroll}>
      {known.length > 0 && <h2 className={styles.group}>{t.people}</h2>}
      {known.map(({ lead, id }) => (
        <Person key={id} lead={lead} id={id} isOpen={id === openId} />
      ))}
      {messages.items.length > 0 && <h2 className={styles.group}>{t.messages}</h2>}
      {messages.items.map((message) => (
        <Hit
          key={message.id}
          message={message}
          text={wanted}
          isOpen={message.conversation_id === openId}
        />
      ))}
      <LoadMore list={messages} />
    </div>
  );
}
