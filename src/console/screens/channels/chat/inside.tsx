import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { type Channel, type Event, listEvents } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useScenario } from "#console/data/scenario-names";
import { useEvents } from "#console/live/live";
import { useNodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Sign } from "#console/ui/badge";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { describe } from "./describe";
import styles from "./inside.module.css";
import { StartScenario } from "./start-scenario";
import { texts } from "./texts";

/** The events of a lead, newest first, and each new one as it happens. */
function useLeadEvents(lead: number) {
  const [live, setLive] = useState<Event[]>([]);
  const list = useList(["chat-events", lead], (client, page, signal) =>
    listEvents({ client, query: { lead_id: lead, per_page: 30, ...page }, signal }),
  );
  useEvents([], (event) => {
    if ("lead_id" in event.data && event.data.lead_id === lead)
      setLive((events) => [event, ...events]);
  });
  const known = new Set(list.items.map(({ id }) => id));
  const items = [...live.filter(({ id }) => !known.has(id)), ...list.items];
  return { ...list, items: items.toSorted((one, other) => other.id - one.id) };
}

/** An event, in the words of the scenario's author. */
function EventLine({ event }: { event: Event }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const id = event.type.startsWith("run.") && "scenario_id" in event.data && event.data.scenario_id;
  const scenario = useScenario(id || null);
  const steps = useNodeNames(scenario?.nodes ?? []);
  const described = describe(event, t, c.stages, {
    scenario: scenario?.name ?? t.scenario,
    step: (node) => (steps.node(node) ? steps.name(node) : null),
  });
  if (!described) return null;
  const { Icon, tone, text } = described;
  return (
    <li className={styles.event}>
      <Sign Icon={Icon} tone={tone} size="1.5rem" iconSize="0.85rem" radius="50%" />
      <p dir="auto">{text}</p>
      <time dateTime={event.timestamp}>{format.short(event.timestamp)}</time>
    </li>
  );
}

function Timeline({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const events = useLeadEvents(lead);
  if (events.isPending) return <LoadingRows rows={5} />;
  if (events.error)
    return <ProblemNote error={events.error} onRetry={() => void events.refetch()} />;
  if (events.items.length === 0) return <Soft size="medium">{t.nothing}</Soft>;
  return (
    <>
      <Stack as="ol" gap={3} aria-live="polite">
        {events.items.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </Stack>
      <LoadMoreButton list={events} size="small" />
    </>
  );
}

/** The events inside while the reader acts as a lead. */
export function Inside({
  channel,
  lead,
  conversation,
}: {
  channel: Channel;
  lead: number | null;
  conversation: number | null;
}) {
  const t = useTexts(texts);
  const maySee = useMay("events:read");
  const mayOpenLead = useMay("leads:read");
  const [leadPage, talkPage] = [`/leads/${lead}`, `/inbox/${conversation}`];
  return (
    <section className={styles.inside} aria-label={t.inside}>
      <Stack gap={2} className={styles.head}>
        <div>
          <h2>{t.inside}</h2>
          <Soft size="medium">{t.insideAbout}</Soft>
        </div>
        {lead !== null && (
          <div>
            <StartScenario channel={channel} lead={lead} />
          </div>
        )}
        <Row as="p" gap={4} wraps align="stretch" className={styles.links}>
          {lead !== null && mayOpenLead && (
            <Link to={leadPage}>
              {t.openLead}
              <ArrowUpRight size="0.9rem" />
            </Link>
          )}
          {conversation !== null && (
            <Link to={talkPage}>
              {t.openConversation}
              <ArrowUpRight size="0.9rem" />
            </Link>
          )}
        </Row>
      </Stack>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls. */}
      <div className={styles.scroll} tabIndex={0}>
        {!maySee && <Soft size="medium">{t.hidden}</Soft>}
        {maySee && lead === null && <Soft size="medium">{t.nothing}</Soft>}
        {maySee && lead !== null && <Timeline key={lead} lead={lead} />}
      </div>
    </section>
  );
}
