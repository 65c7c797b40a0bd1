import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { ApiError, getLead } from "../../../../client/index";
import { leadName } from "../../../data/lead-name";
import { useClient, useMay } from "../../../session/session";
import { NotFound } from "../../../shell/failures";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { useTitle } from "../../../ui/layout";
import { LoadingRows, ProblemNote } from "../../../ui/states";
import { texts } from "../texts";
import { AnalysesCard } from "./analyses-card";
import { ConsentsCard, FactsCard, IdentitiesCard, VariablesCard } from "./fact-cards";
import { Header } from "./header";
import styles from "./lead.module.css";
import { ProfileCard } from "./profile-card";
import { RunsCard } from "./runs-card";
import { TagsCard } from "./tags-card";
import { TimelineView } from "./timeline-view";
import { useLeadEvents } from "./use-lead-events";

export default function LeadPage() {
  const t = useTexts(texts);
  const g = useTexts(general);
  const client = useClient();
  const mayRuns = useMay("scenarios:read");
  const { lead: given } = useParams({ from: "/leads/$lead" });
  const id = Number(given);
  const { data, error, refetch } = useQuery({
    queryKey: ["lead", id],
    queryFn: ({ signal }) => getLead({ client, path: { lead: id }, signal }),
  });
  const lead = data?.data;
  useTitle(lead ? leadName(lead, g.unknownName) : t.title);
  useLeadEvents(id);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <div className={styles.screen}>
      <Link to="/leads" className={styles.back}>
        <ChevronLeft aria-hidden="true" />
        {t.title}
      </Link>
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!lead && !error && <LoadingRows />}
      {lead && (
        <>
          <Header lead={lead} />
          <div className={styles.columns}>
            <aside className={styles.side}>
              <FactsCard lead={lead} />
              <TagsCard lead={lead} />
              {mayRuns && <RunsCard lead={lead} />}
              <ProfileCard lead={lead} />
              <AnalysesCard lead={lead} />
              <VariablesCard lead={lead} />
              <IdentitiesCard lead={lead} />
              <ConsentsCard lead={lead} />
            </aside>
            <TimelineView key={lead.id} lead={lead} />
          </div>
        </>
      )}
    </div>
  );
}
