import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import type { Conversation, Lead } from "#client";
import { CONSENT_EVENTS } from "#console/data/consent-events";
import { useLiveQueries } from "#console/live/live";
import { OptedOutBadges } from "#console/screens/leads/badges";
import { useValues } from "#console/screens/leads/use-values";
import { useTexts } from "#console/texts/catalogue";
import { Avatar } from "#console/ui/badge";
import { Facts } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Consents } from "./consents";
import { leadKey, useLead, useLeadName } from "./lead";
import styles from "./lead.module.css";
import { Links } from "./links";
import { NextBooking } from "./next-booking";
import { ProfileFacts } from "./profile";
import { Runs } from "./runs";
import { Section } from "./section";
import { StagePicker } from "./stage";
import { Tags } from "./tags";
import { texts } from "./texts";

const asText = (value: unknown) =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function Person({ lead }: { lead: Lead }) {
  const t = useTexts(texts);
  const isOut = lead.is_optout || lead.is_marketing_optout;
  const name = useLeadName({ lead, lead_id: lead.id });
  const page: string = `/leads/${lead.id}`;
  return (
    <div className={styles.person}>
      <Avatar name={name} size="3.25rem" />
      <h2 dir="auto">{name}</h2>
      {isOut && (
        <Row gap={1} wraps>
          <OptedOutBadges lead={lead} />
        </Row>
      )}
      <Link to={page} className={styles.page} preload={false}>
        {t.openPage}
        <ArrowUpRight size="0.9rem" />
      </Link>
    </div>
  );
}

/** The third pane: who the lead is, and what is under way. */
export function LeadPanel({ conversation }: { conversation: Conversation }) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const { lead_id, summary } = conversation;
  const { data: lead, error, fetchStatus, refetch } = useLead(lead_id);
  useLiveQueries(
    [
      "lead.updated",
      "lead.tag_added",
      "lead.tag_removed",
      "lead.stage_changed",
      ...CONSENT_EVENTS,
      "lead.profile_updated",
    ],
    [leadKey(lead_id), ["inbox", "profile", lead_id], ["inbox", "consents", lead_id]],
  );
  if (!lead && error)
    return (
      <div className={styles.problem}>
        <ProblemNote error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!lead) return fetchStatus === "idle" ? <Soft>{t.unreadable}</Soft> : <LoadingRows rows={9} />;
  const variables = Object.entries(lead.variables);
  return (
    <div className={styles.panel}>
      <Person lead={lead} />
      <div className={styles.block}>
        <Facts
          facts={[
            [fields.phone, lead.phone],
            [fields.email, lead.email],
            [fields.username, lead.username && `@${lead.username}`],
            [fields.ext_id, lead.ext_id],
            [fields.pipeline_stage, <StagePicker key={lead.id} lead={lead} />],
          ]}
        />
      </div>
      <Section name="tags" title={fields.tags} count={lead.tags.length}>
        <Tags key={lead.id} lead={lead} />
      </Section>
      {summary && (
        <Section name="summary" title={t.summary}>
          <p dir="auto">{summary}</p>
        </Section>
      )}
      <NextBooking lead={lead_id} />
      <Runs lead={lead_id} />
      <Section name="profile" title={fields.profile}>
        <ProfileFacts lead={lead_id} />
      </Section>
      <Links lead={lead_id} />
      <Section
        name="variables"
        title={fields.variables}
        count={variables.length}
        isOpenAtFirst={false}
      >
        {variables.length === 0 ? (
          <Soft>{t.noVariables}</Soft>
        ) : (
          <Facts facts={variables.map(([name, value]) => [name, asText(value)] as const)} />
        )}
      </Section>
      <Section
        name="consents"
        title={t.consents}
        isOpenAtFirst={lead.is_optout || lead.is_marketing_optout}
      >
        <Consents lead={lead_id} />
      </Section>
    </div>
  );
}
