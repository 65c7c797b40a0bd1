import { useState } from "react";
import type { Lead } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Segmented } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { EntryLine } from "./entry-line";
import type { Entry } from "./timeline";
import styles from "./timeline.module.css";
import { timelineTexts } from "./timeline-texts";
import { useTimeline } from "./use-timeline";

type Part = "all" | "talk" | "activity";

const isTalk = ({ kind }: Entry) => kind === "message" || kind === "note";

const isOf = (part: Part, entry: Entry) => part === "all" || isTalk(entry) === (part === "talk");

const dayOf = (at: string) => new Date(at).toDateString();

/** All that happened with a lead, newest first, with a line for each day. */
export function TimelineView({ lead }: { lead: Lead }) {
  const t = useTexts(timelineTexts);
  const format = useFormat();
  const [part, setPart] = useState<Part>("all");
  const { entries, hasMore, readMore, isLoading, isReadingMore, error } = useTimeline(lead);
  const shown = entries.filter((entry) => isOf(part, entry));
  const now = new Date();
  const thisYear = now.getFullYear();
  const dayText = (at: string) => {
    if (dayOf(at) === now.toDateString()) return t.today;
    const isThisYear = new Date(at).getFullYear() === thisYear;
    return isThisYear ? format.weekday(at) : format.date(at);
  };
  return (
    <Stack as="section" gap={3} className={styles.timeline} aria-label={t.timeline}>
      <Row gap={2} wraps justify="between" className={styles.timelineHead}>
        <h2>{t.timeline}</h2>
        <Segmented
          label={t.show}
          value={part}
          options={[
            ["all", t.parts.all],
            ["talk", t.parts.talk],
            ["activity", t.parts.activity],
          ]}
          onChange={setPart}
        />
      </Row>
      {error && <ProblemNote error={error} />}
      {isLoading && shown.length === 0 && <LoadingRows />}
      {!isLoading && !hasMore && shown.length === 0 && <EmptyState title={t.nothingYet} />}
      <ol className={styles.entries}>
        {shown.map((entry, at) => {
          const before = shown[at - 1];
          const isNewDay = !before || dayOf(before.at) !== dayOf(entry.at);
          return (
            <li key={entry.key}>
              {isNewDay && (
                <Row as="h3" gap={3} className={styles.day}>
                  <span>{dayText(entry.at)}</span>
                </Row>
              )}
              <EntryLine entry={entry} lead={lead} />
            </li>
          );
        })}
      </ol>
      {hasMore && !isLoading && (
        <Button isBusy={isReadingMore} onClick={readMore}>
          {t.older}
        </Button>
      )}
    </Stack>
  );
}
