import { Zap } from "lucide-react";
import { type ReactNode, useState } from "react";
import { listTriggers, type TriggerType } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useLiveQueries } from "#console/live/live";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Card, Screen, Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { NamesProvider } from "../editor/names";
import { triggerTypes } from "../editor/triggers/kinds";
import { TriggerRow } from "./row";
import styles from "./starts.module.css";
import { texts } from "./texts";
import { useScenarios } from "./use-scenarios";

const PAGE = 50;
const SWITCHES = ["scenario.activated", "scenario.paused", "scenario.deleted"] as const;
type State = "all" | "on" | "off";

function List({ views }: { views: ReactNode }) {
  const t = useTexts(texts);
  const { triggerTypes: types } = useTexts(nameTexts);
  const [state, setState] = useState<State>("all");
  const [type, setType] = useState<TriggerType | null>(null);
  const list = useList(["scenarios", "starts", type, state], (client, page, signal) => {
    const is_on = { all: undefined, on: 1, off: 0 } as const;
    const wanted = { ...(type && { type }), ...(state !== "all" && { is_on: is_on[state] }) };
    return listTriggers({ client, signal, query: { ...page, per_page: PAGE, ...wanted } });
  });
  // Settings with a fault stand in the scenario alone.
  const find = useScenarios(list.items.some(({ data }) => data === null));
  const settingsOf = (scenario: number, id: string) =>
    find(scenario)?.triggers.find((trigger) => trigger.id === id);
  useLiveQueries(SWITCHES, [["scenarios", "starts"]]);
  const isFiltered = state !== "all" || type !== null;
  const clear = () => {
    setState("all");
    setType(null);
  };
  return (
    <Screen title={t.title} about={t.about}>
      {views}
      <Row wraps gap={3}>
        <Segmented
          label={t.columns.state}
          value={state}
          onChange={setState}
          options={[
            ["all", t.states.all],
            ["on", t.states.on],
            ["off", t.states.off],
          ]}
        />
        <ChoiceSelect
          aria-label={t.columns.starts}
          className={styles.type}
          none={t.anyType}
          options={triggerTypes.map((one) => [one, types[one]])}
          value={type}
          onChange={setType}
        />
      </Row>
      {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.isSuccess && list.items.length === 0 && (
        <EmptyState
          icon={<Zap />}
          title={isFiltered ? t.noMatch : t.empty}
          actions={isFiltered && <Button onClick={clear}>{t.clear}</Button>}
        >
          {isFiltered ? t.noMatchAbout : t.emptyAbout}
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <Card isPadded={false}>
          <Table className={styles.table}>
            <thead>
              <tr>
                <th>{t.columns.starts}</th>
                <th>{t.columns.scenario}</th>
                <th>{t.columns.state}</th>
                <th>{t.columns.since}</th>
                <th data-number>{t.columns.count}</th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((one) => (
                <TriggerRow
                  key={`${one.scenario_id} ${one.id}`}
                  trigger={one}
                  data={one.data ?? settingsOf(one.scenario_id, one.id)?.data}
                />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      <LoadMoreButton list={list} />
    </Screen>
  );
}

/** All that starts scenarios by itself. */
export default function Starts(props: { views: ReactNode }) {
  return (
    <NamesProvider>
      <List {...props} />
    </NamesProvider>
  );
}
