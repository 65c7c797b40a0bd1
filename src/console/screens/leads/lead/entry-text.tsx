import type { ReactNode } from "react";
import type { Event, Lead } from "#client";
import { useConsentName } from "#console/data/consent-badge";
import { useTokenName } from "#console/data/token-names";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { StageBadge } from "../badges";
import { useSourceNames } from "../bookings/queries";
import { useValues } from "../use-values";
import { BookingText, isOfBooking } from "./booking-text";
import { Changes } from "./changes";
import { countryName } from "./country";
import { LinkName, ScenarioLink } from "./names";
import type { Entry } from "./timeline";
import styles from "./timeline.module.css";
import { timelineTexts } from "./timeline-texts";

/** The text of an entry other than a message. */
export function EntryText({ entry, lead }: { entry: Entry; lead: Lead }): ReactNode {
  const t = useTexts(timelineTexts);
  const names = useTexts(nameTexts);
  const consentName = useConsentName();
  const { textOf } = useValues();
  const format = useFormat();
  switch (entry.kind) {
    case "created":
      return (
        <p>
          {/* Leads that come by the API may have been typed in, too. */}
          {lead.source && lead.source !== "api"
            ? t.createdBy(textOf("source", lead.source))
            : t.created}
          {entry.actor?.type === "token" && <By actor={entry.actor} />}
        </p>
      );
    case "runStarted":
      return (
        <p>
          {t.runStarted}{" "}
          <ScenarioLink id={entry.run.scenario_id} head={entry.run.started_by?.trigger_id} />
          {entry.run.started_by && (
            <Soft as="span"> · {names.triggerTypes[entry.run.started_by.type]}</Soft>
          )}
        </p>
      );
    case "runEnded":
      return (
        <p>
          {names.runStates[entry.run.state]} <ScenarioLink id={entry.run.scenario_id} />
          {entry.run.end_reason && (
            <Soft as="span"> · {names.endReasons[entry.run.end_reason]}</Soft>
          )}
        </p>
      );
    case "click": {
      const { click } = entry;
      const country = click.country && countryName(click.country, format.locale);
      const about = [names.devices[click.device], country, click.suspected_scanner && t.scanner];
      return (
        <p>
          {t.clicked} <LinkName id={click.short_link_id} />
          <Soft as="span"> · {about.filter(Boolean).join(" · ")}</Soft>
        </p>
      );
    }
    case "consent":
      return (
        <p>
          {consentName(entry.consent)}
          <Soft as="span"> · {names.consentMethods[entry.consent.method]}</Soft>
        </p>
      );
    case "event":
      return <EventText event={entry.event} />;
    default:
      return null;
  }
}

/** The actor of an entry. */
function By({ actor: { type, id } }: { actor: NonNullable<Event["actor"]> }) {
  const t = useTexts(timelineTexts);
  const { actors } = useTexts(nameTexts);
  const token = useTokenName(type === "token" ? id : null);
  const source = useSourceNames(type === "source").get(id ?? 0);
  const name = token ?? source;
  return (
    <Soft as="span">
      {" · "}
      {name === undefined ? t.by(actors[type]) : <bdi>{t.by(name)}</bdi>}
    </Soft>
  );
}

function EventText({ event }: { event: Event }): ReactNode {
  const t = useTexts(timelineTexts);
  const by = event.actor && <By actor={event.actor} />;
  if (isOfBooking(event)) return <BookingText event={event} by={by} />;
  switch (event.type) {
    case "lead.tag_added":
    case "lead.tag_removed":
      return (
        <p>
          {t.events[event.type]}{" "}
          <Badge>
            <bdi>{event.data.tag?.label ?? `#${event.data.tag_id}`}</bdi>
          </Badge>
          {by}
        </p>
      );
    case "lead.event_reported":
      return (
        <p>
          {t.events[event.type]} <bdi>{event.data.name}</bdi>
          {by}
        </p>
      );
    case "lead.stage_changed":
      return (
        <Row as="p" wraps className={styles.inline}>
          {t.events[event.type]} <StageBadge stage={event.data.from} />
          {event.data.from && <span aria-hidden="true">→</span>}
          <StageBadge stage={event.data.to} />
          {by}
        </Row>
      );
    case "lead.updated":
      return (
        <>
          <p>
            {t.events[event.type]}
            {by}
          </p>
          <Changes changes={event.data.changes} />
        </>
      );
    case "lead.merged":
      return (
        <p>
          {t.mergedWith(event.data.merge)}
          {by}
        </p>
      );
    case "conversation.updated": {
      const { changed, state, assignee } = event.data;
      const changes = [
        changed.includes("state") && t.conversationStates[state],
        changed.includes("assignee") && (assignee ? t.assignedTo(assignee.name) : t.unassigned),
      ];
      return (
        <p>
          {changes.filter(Boolean).join(" · ")}
          {by}
        </p>
      );
    }
    case "run.paused":
    case "run.resumed":
    case "run.migrated":
      return (
        <p>
          {t.events[event.type]} <ScenarioLink id={event.data.scenario_id} />
          {by}
        </p>
      );
    case "lead.profile_updated":
    case "lead.identity_changed":
    case "conversation.note_deleted":
    case "message.edited":
    case "message.deleted":
      return (
        <p>
          {t.events[event.type]}
          {by}
        </p>
      );
    default:
      return <p>{event.type}</p>;
  }
}
