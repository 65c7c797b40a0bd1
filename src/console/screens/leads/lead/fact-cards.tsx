import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { IdentityKind, type Lead, listIdentities } from "#client";
import { ConsentBadge } from "#console/data/consent-badge";
import { platformTexts } from "#console/names/platform-texts";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Card, Facts } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import { Contact } from "../contact";
import { FACTS, isChoice } from "../fields";
import { leadKey } from "../lead-key";
import { useValues } from "../use-values";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";
import { useConsents } from "./use-timeline";

export function FactsCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const { yes } = useTexts(general);
  const format = useFormat();
  const { fields, textOf } = useValues();
  const factOf = (name: (typeof FACTS)[number]) => {
    const value = lead[name];
    return isChoice(name) ? value && textOf(name, value) : value;
  };
  return (
    <Card title={t.facts}>
      <Facts
        facts={[
          [fields.phone, lead.phone && <Contact lead={lead} field="phone" isLink />],
          [fields.email, lead.email && <Contact lead={lead} field="email" isLink />],
          [fields.username, lead.username && <bdi>@{lead.username}</bdi>],
          ...FACTS.map((name): [string, ReactNode] => [fields[name], factOf(name)]),
          [fields.is_lost, lead.is_lost ? yes : null],
          [fields.lost_reason, lead.lost_reason && textOf("lost_reason", lead.lost_reason)],
          [fields.created, format.dateTime(lead.created_at)],
          [fields.updated, format.dateTime(lead.updated_at)],
        ]}
      />
    </Card>
  );
}

export function VariablesCard({ lead }: { lead: Lead }) {
  const { fields } = useValues();
  const variables = Object.entries(lead.variables);
  if (variables.length === 0) return null;
  return (
    <Card title={fields.variables}>
      <Facts
        facts={variables.map(([name, value]) => [
          name,
          <bdi key={name}>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>,
        ])}
      />
    </Card>
  );
}

/** The identities by which the platforms know the lead. */
export function IdentitiesCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const { ids } = useTexts(platformTexts);
  const format = useFormat();
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...leadKey(lead.id), "identities"],
    queryFn: ({ signal }) => listIdentities({ client, path: { lead: lead.id }, signal }),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title={t.identities}>
      <ul className={styles.list}>
        {data.data.map(({ kind, value, username, learned_from, replaced_at, unreachable_at }) => (
          <li key={`${kind} ${value}`}>
            <span className={styles.identity}>
              <span>
                <bdi>{kind === IdentityKind.wa_id ? `+${value}` : value}</bdi>{" "}
                {username && !replaced_at && <bdi>@{username.replace(/^@/, "")}</bdi>}
              </span>
              <Soft as="span" size="medium">
                {[ids[kind], learned_from && t.learnedFrom[learned_from]]
                  .filter(Boolean)
                  .join(" · ")}
              </Soft>
            </span>
            {replaced_at && <Badge>{t.replacedOn(format.date(replaced_at))}</Badge>}
            {unreachable_at && (
              <Badge tone="red">{t.unreachableSince(format.date(unreachable_at))}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ConsentsCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const c = useTexts(nameTexts);
  const format = useFormat();
  const { items } = useConsents(lead.id);
  if (items.length === 0) return null;
  return (
    <Card title={t.consentsTitle}>
      <ul className={styles.list}>
        {items.map((consent) => (
          <li key={consent.id}>
            <ConsentBadge consent={consent} />
            <Soft as="span">
              {c.consentMethods[consent.method]} · {format.date(consent.at)}
            </Soft>
          </li>
        ))}
      </ul>
    </Card>
  );
}
