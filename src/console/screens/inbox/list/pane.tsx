import { useRouter } from "@tanstack/react-router";
import { CircleHelp } from "lucide-react";
import type { RefObject } from "react";
import { ConversationState } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { SearchInput } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { useSearchText } from "#console/ui/use-search-text";
import type { Filters } from "../filters";
import { texts } from "../texts";
import { FilterButton } from "./filter-button";
import { FilterChips } from "./filter-chips";
import { ConversationList } from "./list";
import styles from "./list.module.css";
import { SearchResults } from "./search-results";

const STATES = [...Object.values(ConversationState), "all"] as const;

/** The first pane: which conversations there are. */
export function ListPane({
  filters,
  openId,
  searchRef,
  onHelp,
}: {
  filters: Filters;
  openId: number | null;
  searchRef: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}) {
  const t = useTexts(texts);
  const router = useRouter();
  const change = (changed: Filters) => {
    // Another screen may be on its way by the time that the typing rests.
    if (!router.latestLocation.pathname.startsWith("/inbox")) return;
    void router.navigate({
      to: ".",
      search: (old: Filters) => ({ ...old, ...changed }),
      // A message may have been opened before the typing has rested.
      hash: true,
      replace: true,
    });
  };
  const [text, setText] = useSearchText(filters.q ?? "", (q) => change({ q: q || undefined }));
  return (
    <section className={styles.pane} aria-label={t.conversations}>
      <header className={styles.head}>
        <Row gap={1} className={styles.title}>
          <h1>{t.title}</h1>
          <IconButton label={t.help} size="small" icon={<CircleHelp />} onClick={onHelp} />
          <FilterButton filters={filters} onChange={change} />
        </Row>
        <SearchInput
          ref={searchRef}
          label={t.search}
          placeholder={t.searchHint}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key !== "Escape" || nativeEvent.isComposing) return;
            setText("");
            currentTarget.blur();
          }}
        />
        {!text && (
          <>
            <div className={styles.states}>
              <Segmented
                label={t.state}
                value={filters.state ?? "open"}
                options={STATES.map((state) => [state, t.states[state]] as const)}
                onChange={(state) => change({ state: state === "open" ? undefined : state })}
              />
            </div>
            <FilterChips filters={filters} onChange={change} />
          </>
        )}
      </header>
      {text ? (
        <SearchResults text={text.trim()} openId={openId} />
      ) : (
        <ConversationList filters={filters} openId={openId} onChange={change} />
      )}
    </section>
  );
}
