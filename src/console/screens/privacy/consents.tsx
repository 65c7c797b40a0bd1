import { useNavigate, useSearch } from "@tanstack/react-router";
import { Handshake } from "lucide-react";
import { listAllConsents } from "#client";
import { ConsentBadge } from "#console/data/consent-badge";
import { CONSENT_EVENTS } from "#console/data/consent-events";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useLiveQueries } from "#console/live/live";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { ConsentFilterFields } from "./consent-filter-fields";
import type { ConsentFilters } from "./consent-filters";
import { ConsentLead } from "./consent-lead";
import { consentTexts } from "./consent-texts";
import styles from "./privacy.module.css";

const queryOf = ({ kind, scope, from, to, lead }: ConsentFilters) => ({
  ...(kind && { kind }),
  ...(scope && { scope }),
  ...(from && { created_from: from }),
  ...(to && { created_to: to }),
  ...(lead && { lead_id: lead }),
});

/** Every opt-in and opt-out of the workspace. */
export default function Consents() {
  const t = useTexts(consentTexts);
  const { consentMethods } = useTexts(nameTexts);
  const format = useFormat();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/privacy/consents" });
  const query = queryOf(filters);
  const list = useList(["consents", query], (client, page) =>
    listAllConsents({ client, query: { per_page: 50, ...query, ...page } }),
  );
  useLiveQueries(CONSENT_EVENTS, [["consents"]]);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <Soft className={styles.about}>{t.about}</Soft>
      <Card isPadded={false}>
        <ConsentFilterFields
          filters={filters}
          query={query}
          onChange={(search) => void navigate({ to: "/privacy/consents", search, replace: true })}
        />
        {list.isPending && <LoadingRows />}
        {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && list.items.length === 0 && !list.hasNextPage && (
          <EmptyState icon={<Handshake />} title={isFiltered ? t.noneMatch : t.none}>
            {isFiltered ? t.noneMatchAbout : t.noneAbout}
          </EmptyState>
        )}
        {list.items.length > 0 && (
          <DataTable
            rows={list.items}
            keyOf={({ id }) => id}
            columns={[
              [t.at, ({ at }) => format.dateTime(at), "time"],
              [t.lead, ({ lead_id }) => <ConsentLead id={lead_id} />],
              [t.kind, (consent) => <ConsentBadge consent={consent} />],
              [
                t.how,
                ({ method, message_id: message }) => (
                  <>
                    {consentMethods[method]}
                    {message !== null && (
                      <span className={styles.detail}>{t.message(String(message))}</span>
                    )}
                  </>
                ),
                { className: styles.how },
              ],
            ]}
          />
        )}
        <LoadMore list={list} />
      </Card>
    </>
  );
}
