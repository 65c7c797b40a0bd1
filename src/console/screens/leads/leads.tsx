import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Search, Users } from "lucide-react";
import { Suspense, useState } from "react";
import { useFieldErrors } from "#console/data/forms";
import { useMayEnrol } from "#console/data/may-do";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { useTitle } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { EmptyState, Note, ProblemNote } from "#console/ui/states";
import { useKeys } from "#console/ui/use-keys";
import { BulkBar } from "./bulk/bulk-bar";
import { Enrolments } from "./bulk/enrolment-progress";
import { WorkPanel } from "./bulk/work-panel";
import { Duplicates } from "./duplicates/duplicates";
import { FilterBar, FilterFacts, PeopleSearch } from "./filter-bar";
import { HeadActions } from "./head-actions";
import styles from "./leads.module.css";
import { LIVE_LEADS } from "./live-leads";
import { filtersOf, type LeadsAddress, type LeadsSearch, searchOf } from "./search";
import { SaveFilters, SegmentMenu } from "./segments";
import { useSelection } from "./selection";
import { LeadTable } from "./table";
import { texts } from "./texts";
import { useLeadPages } from "./use-lead-pages";
import { useSegmentCount, useSegments } from "./use-segments";
import { ViewMenu } from "./view-menu";

const LeadForm = lazily(() => import("./lead-form"));

const SEARCH = "leads-search";
/** Many leads change at once, as by an import. */
const SETTLE_MS = 2_000;

export default function Leads() {
  const t = useTexts(texts);
  const format = useFormat();
  const mayWrite = useMay("leads:write");
  const mayEnrol = useMayEnrol();
  const mayChoose = mayWrite || mayEnrol;
  const router = useRouter();
  const navigate = useNavigate();
  const search = searchOf(useSearch({ from: "/leads" }));
  const filters = filtersOf(search);
  const { segment_id, ...own } = filters;
  const listKey = JSON.stringify(filters);
  const { data: segments } = useSegments();
  const current = segments?.find(({ id }) => id === segment_id);
  const editing = segments?.find(({ id }) => id === search.editing);
  const counted = useSegmentCount(filters);
  const pages = useLeadPages(filters);
  const chosen = useSelection(listKey);
  const [isCreating, setCreating] = useState(false);
  useTitle(t.title);
  useLiveQueries(LIVE_LEADS, [["leads"]], { settleMs: SETTLE_MS });
  useKeys({ "/": () => document.getElementById(SEARCH)?.focus() });

  const go = (to: LeadsSearch) => void navigate({ to: "/leads", search: to });
  const change = (next: LeadsSearch) =>
    go({ ...next, ...(search.editing && { editing: search.editing }) });
  const find = (text: string) => {
    // Another screen may be on its way by the time that the typing rests.
    if (router.latestLocation.pathname !== "/leads") return;
    void navigate({
      to: "/leads",
      search: ({ search: _, ...others }: LeadsAddress) =>
        text ? { ...others, search: text } : others,
      replace: true,
    });
  };

  const isFiltered = Object.keys(own).length > 0;
  const total = pages.isWhole ? pages.count : counted?.exact ? counted.count : null;
  const countText = () => {
    if (total !== null) return t.count(total, format.number(total));
    if (counted) return t.about(format.number(counted.count));
    return pages.idAt(0) === undefined ? "" : t.more(format.number(pages.readCount));
  };
  const isEmpty = pages.isWhole && pages.count === 0;

  const errors = useFieldErrors(pages.error);
  return (
    <div className={styles.screen}>
      <Row as="header" wraps className={styles.head}>
        <h1>{t.title}</h1>
        <p className={styles.count} role="status">
          {countText()}
        </p>
        <HeadActions
          filters={filters}
          segment={current?.name}
          total={total}
          onCreate={() => setCreating(true)}
        />
      </Row>
      <Row gap={2} className={styles.tools}>
        <SegmentMenu current={current} onGo={go} />
        <div className={styles.search}>
          <PeopleSearch id={SEARCH} search={search.search ?? ""} onChange={find} />
        </div>
        <div className={styles.end}>
          <ViewMenu />
        </div>
      </Row>
      <FilterBar filters={filters} onChange={change} errors={errors}>
        {current && <FilterFacts filters={current.filter} />}
        {isFiltered && (
          <Button size="small" kind="quiet" onClick={() => go(segment_id ? { segment_id } : {})}>
            {t.clearFilters}
          </Button>
        )}
        {mayWrite && (editing || (isFiltered && !segment_id)) && (
          <SaveFilters filters={own} editing={editing} onGo={go} />
        )}
      </FilterBar>
      {current && current.missing_tag_ids.length > 0 && <Note tone="amber">{t.missingTags}</Note>}
      <Duplicates />
      <Enrolments />
      <WorkPanel />
      {pages.error && <ProblemNote error={pages.error} onRetry={pages.retry} />}
      {isEmpty ? (
        <EmptyState
          icon={isFiltered || segment_id ? <Search /> : <Users />}
          title={isFiltered || segment_id ? t.noMatch : t.noLeads}
        >
          {isFiltered || segment_id ? t.noMatchAbout : t.noLeadsAbout}
        </EmptyState>
      ) : (
        (!pages.error || pages.readCount > 0) && (
          <LeadTable pages={pages} chosen={mayChoose ? chosen : null} listKey={listKey} />
        )
      )}
      {!chosen.isEmpty && <BulkBar chosen={chosen} filters={filters} total={total} />}
      {isCreating && (
        <Suspense>
          <LeadForm
            onClose={() => setCreating(false)}
            onSaved={({ id }) =>
              void navigate({ to: "/leads/$lead", params: { lead: String(id) } })
            }
          />
        </Suspense>
      )}
    </div>
  );
}
