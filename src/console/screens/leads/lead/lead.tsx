import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { ApiError, getLead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Segmented, useTitle } from "#console/ui/layout";
import { useMedia } from "#console/ui/media";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { leadKey } from "../lead-key";
import { texts } from "../texts";
import { AnalysesCard } from "./analyses-card";
import { BookingsCard } from "./bookings-card";
import { ConsentsCard, FactsCard, IdentitiesCard, VariablesCard } from "./fact-cards";
import { Header } from "./header";
import styles from "./lead.module.css";
import { ProfileCard } from "./profile-card";
import { RunsCard } from "./runs-card";
import { StartsCard } from "./starts-card";
import { TagsCard } from "./tags-card";
import { leadTexts } from "./texts";
import { TimelineView } from "./timeline-view";

/** Of all types. */
const ALL = [] as const;

/** Leads on to the lead that another was merged into. */
function Merged({ into }: { into: number }): ReactNode {
  const l = useTexts(leadTexts);
  useEffect(() => {
    toast(l.wasMerged);
  }, [l]);
  return <Navigate to="/leads/$lead" params={{ lead: String(into) }} replace />;
}

export default function LeadPage(): ReactNode {
  const t = useTexts(texts);
  const g = useTexts(general);
  const l = useTexts(leadTexts);
  const client = useClient();
  const isNarrow = useMedia("(width < 64rem)");
  const [part, setPart] = useState<"timeline" | "details">("timeline");
  const mayBookings = useMay("bookings:read");
  const mayRuns = useMay("scenarios:read");
  const mayTalk = useMay("conversations:read");
  const { lead: given } = useParams({ from: "/leads/$lead" });
  const id = Number(given);
  const { data, error, refetch } = useQuery({
    queryKey: leadKey(id),
    queryFn: ({ signal }) => getLead({ client, path: { lead: id }, signal }),
  });
  const lead = data?.data;
  useTitle(lead ? leadName(lead, g.unknownName) : t.title);
  useLiveQueries(ALL, [leadKey(id)], {
    concerns: ({ data }) => "lead_id" in data && data.lead_id === id,
  });

  if (error instanceof ApiError && error.status === 404)
    return error.mergedInto === null ? <NotFound /> : <Merged into={error.mergedInto} />;
  return (
    <Stack gap={4} className={styles.screen}>
      <Link to="/leads" className={styles.back}>
        <ChevronLeft aria-hidden="true" />
        {t.back}
      </Link>
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!lead && !error && <LoadingRows />}
      {lead && (
        <Fragment key={lead.id}>
          <Header lead={lead} />
          {isNarrow && (
            <div>
              <Segmented
                label={l.parts}
                value={part}
                options={[
                  ["timeline", l.timeline],
                  ["details", l.details],
                ]}
                onChange={setPart}
              />
            </div>
          )}
          <div className={styles.columns}>
            {(!isNarrow || part === "timeline") && <TimelineView lead={lead} />}
            {(!isNarrow || part === "details") && (
              <Stack as="aside" gap={4} aria-label={l.details}>
                <FactsCard lead={lead} />
                <TagsCard lead={lead} />
                {mayBookings && <BookingsCard lead={lead} />}
                {mayRuns && <RunsCard lead={lead} />}
                {mayRuns && <StartsCard lead={lead} />}
                {mayTalk && <ProfileCard lead={lead} />}
                {mayTalk && <AnalysesCard lead={lead} />}
                <VariablesCard lead={lead} />
                <IdentitiesCard lead={lead} />
                <ConsentsCard lead={lead} />
              </Stack>
            )}
          </div>
        </Fragment>
      )}
    </Stack>
  );
}
