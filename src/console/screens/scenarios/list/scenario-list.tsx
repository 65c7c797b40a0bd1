import { Plus, Workflow } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { listScenarios, type Platform, type Scenario } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { SearchInput } from "#console/ui/field";
import { Card, Screen, Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { useSettled } from "#console/ui/use-settled";
import { useLiveFigures } from "../live-figures";
import { CreateScenario } from "./create-scenario";
import styles from "./list.module.css";
import { ScenarioRow } from "./row";
import { texts } from "./texts";

const PAGE = 50;
const SWITCHES = ["scenario.activated", "scenario.paused", "scenario.deleted"] as const;
type State = "all" | "active" | "paused";

/** The workspace's scenarios, with what they have done lately. */
export default function ScenarioList({ views }: { views: ReactNode }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const mayWrite = useMay("scenarios:write");
  const [isCreating, setCreating] = useState(false);
  const [search, setSearch] = useState("");
  const [state, setState] = useState<State>("all");
  const [platform, setPlatform] = useState<Platform | null>(null);
  const name = useSettled(search.trim());
  const list = useList(["scenarios", "list", name], (client, page, signal) => {
    const query = { ...page, per_page: PAGE, ...(name && { name }) };
    return listScenarios({ client, signal, query });
  });
  useLiveFigures(["scenario-week"]);
  useLiveQueries(SWITCHES, [["scenarios", "list"]]);

  // The API does not filter by these: what is asked for may stand on any page.
  const isFiltered = state !== "all" || platform !== null;
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  useEffect(() => {
    if (isFiltered && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isFiltered, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);

  const fits = (scenario: Scenario) =>
    (platform === null || scenario.platform === platform) &&
    (state === "all" || scenario.is_active === (state === "active"));
  const shown = list.items.filter(fits);
  const isEmpty = list.isSuccess && list.items.length === 0 && name === "";
  const clear = () => {
    setSearch("");
    setState("all");
    setPlatform(null);
  };
  const create = mayWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );

  return (
    <Screen title={t.title} about={t.about} actions={create}>
      {views}
      <Row wraps className={styles.tools}>
        <div className={styles.search}>
          <SearchInput
            label={t.search}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <Segmented
          label={t.stateLabel}
          value={state}
          onChange={setState}
          options={[
            ["all", t.states.all],
            ["active", t.states.active],
            ["paused", t.states.paused],
          ]}
        />
        <ChoiceSelect
          aria-label={t.platformLabel}
          className={styles.platform}
          none={t.anyPlatform}
          options={g.platforms}
          value={platform}
          onChange={setPlatform}
        />
      </Row>
      {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {isEmpty && (
        <EmptyState icon={<Workflow />} title={t.empty} actions={create}>
          {t.emptyAbout}
        </EmptyState>
      )}
      {list.isSuccess && !isEmpty && shown.length === 0 && !isFetchingNextPage && (
        <EmptyState title={t.noMatch} actions={<Button onClick={clear}>{t.clear}</Button>}>
          {t.noMatchAbout}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <Card isPadded={false}>
          <Table phone="columns" className={styles.table}>
            <thead>
              <tr>
                <th>{t.columns.scenario}</th>
                <th>{t.columns.state}</th>
                <th data-number>{t.columns.running}</th>
                <th className={styles.wide}>{t.columns.week}</th>
                <th className={styles.wide}>{t.columns.outcome}</th>
                <th className={styles.wide}>{t.columns.changed}</th>
                <th>
                  <span className="visually-hidden">{t.columns.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((scenario) => (
                <ScenarioRow key={scenario.id} scenario={scenario} />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {!isFiltered && <LoadMoreButton list={list} />}
      {isCreating && <CreateScenario onClose={() => setCreating(false)} />}
    </Screen>
  );
}
