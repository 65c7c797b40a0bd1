import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { listAllMessages, listConversations } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { useSettled } from "#console/ui/use-settled";
import { texts } from "../texts";
import { FoundMessage } from "./found-message";
import { FoundPerson } from "./found-person";
import list from "./list.module.css";
import styles from "./search.module.css";
import { isSearchable } from "./searchable";

const PEOPLE = 5;
const MOST_PEOPLE = 10;

/** The people, and the messages, notes and templates, that a text finds. */
export function SearchResults({ text, openId }: { text: string; openId: number | null }) {
  const t = useTexts(texts);
  const client = useClient();
  const wanted = useSettled(text);
  const isLong = isSearchable(wanted);
  const mayReadLeads = useMay("leads:read");
  const people = useQuery({
    queryKey: ["inbox", "people", wanted],
    queryFn: ({ signal }) =>
      listConversations({ client, signal, query: { search: wanted, per_page: MOST_PEOPLE } }),
    enabled: wanted !== "" && mayReadLeads,
  });
  const messages = useList(
    ["inbox", "found", wanted],
    (of, page, signal) =>
      listAllMessages({ client: of, signal, query: { text: wanted, per_page: 25, ...page } }),
    { enabled: isLong },
  );
  const known = (people.data?.data ?? []).slice(0, PEOPLE);
  if (messages.isError)
    return (
      <div className={list.problem}>
        <ProblemNote error={messages.error} onRetry={() => void messages.refetch()} />
      </div>
    );
  if ((isLong && messages.isPending) || people.isLoading) return <LoadingRows />;
  if (isLong && known.length === 0 && messages.items.length === 0 && !messages.hasNextPage)
    return (
      <EmptyState icon={<SearchX />} title={t.nothingFound}>
        {t.nothingFoundAbout(wanted)}
      </EmptyState>
    );
  return (
    <div className={list.scroll}>
      {known.length > 0 && <h2 className={styles.group}>{t.people}</h2>}
      {known.map((conversation) => (
        <FoundPerson
          key={conversation.id}
          conversation={conversation}
          text={wanted}
          isOpen={conversation.id === openId}
        />
      ))}
      {!isLong && <p className={styles.hint}>{t.tooShort}</p>}
      {isLong && messages.items.length > 0 && <h2 className={styles.group}>{t.messages}</h2>}
      {isLong &&
        messages.items.map((message) => (
          <FoundMessage
            key={message.id}
            message={message}
            text={wanted}
            isOpen={message.conversation_id === openId}
          />
        ))}
      {isLong && <LoadMore list={messages} />}
    </div>
  );
}
