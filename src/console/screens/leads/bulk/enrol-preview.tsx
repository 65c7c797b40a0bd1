import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type BulkEnrolInput, enrolLeads } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import styles from "./bulk.module.css";
import { bulkTexts } from "./texts";

const NAMED = 8;

/** A count of the leads that a scenario would enrol; none before one is chosen: its id is 0. */
export function useEnrolPreview(scenario: number, body: BulkEnrolInput) {
  const client = useClient();
  return useQuery({
    queryKey: ["enrolments", "preview", scenario, body],
    queryFn: async ({ signal }) => {
      const path = { scenario };
      const answer = await enrolLeads({ client, path, body, query: { dry_run: 1 }, signal });
      return "preview" in answer ? answer : undefined;
    },
    enabled: scenario !== 0,
    placeholderData: keepPreviousData,
  });
}

/** The number that would be enrolled, and the numbers that would not, with the reasons. */
export function EnrolPreview({ preview }: { preview: ReturnType<typeof useEnrolPreview> }) {
  const t = useTexts(bulkTexts);
  const format = useFormat();
  if (preview.error) return <ProblemNote error={preview.error} />;
  const answer = preview.data;
  if (!answer?.preview) return <LoadingRows rows={3} />;
  const { exact, has_channel, paused_channels, groups } = answer.preview;
  return (
    <Stack gap={3}>
      <p>
        {t.matched(answer.data.matched, format.number(answer.data.matched))} {!exact && t.notExact}
      </p>
      {!has_channel && <Note tone="amber">{t.noChannel}</Note>}
      {paused_channels.map(({ channel_id, name, next_try_at }) => (
        <Note key={channel_id} tone="amber">
          {t.channelPaused(name, format.dateTime(next_try_at))}
        </Note>
      ))}
      <ul className={styles.groups}>
        {groups
          .filter(({ count }) => count > 0)
          .map(({ reason, count, lead_ids }) => (
            <li key={reason} data-reason={reason}>
              <strong>{format.number(count)}</strong>
              <span>{t.reasons[reason](count === 1)}</span>
              {reason !== "enrolled" && (
                <Row as="span" wraps align="stretch" className={styles.ids}>
                  {lead_ids.slice(0, NAMED).map((id) => (
                    <Link key={id} to="/leads/$lead" params={{ lead: String(id) }} target="_blank">
                      #{id}
                    </Link>
                  ))}
                  {count > NAMED && "…"}
                </Row>
              )}
            </li>
          ))}
      </ul>
    </Stack>
  );
}
