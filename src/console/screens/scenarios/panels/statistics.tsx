import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useEffect, useState } from "react";
import { getScenarioStats } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { lastDays } from "../figures";
import { useLiveFigures } from "../live-figures";
import { useNodeNames } from "../nodes/node-names";
import { orderOf } from "../nodes/order";
import type { PanelProps } from "./panel";
import { PanelFrame } from "./panel-frame";
import { EndsView } from "./statistics/ends-view";
import { MessagesView } from "./statistics/messages-view";
import { NodesView } from "./statistics/nodes-view";
import { overlayOf } from "./statistics/overlay";
import { SplitsView } from "./statistics/splits-view";
import { StartsView } from "./statistics/starts-view";
import styles from "./statistics/statistics.module.css";
import { Summary } from "./statistics/summary";
import { texts } from "./statistics/texts";
import { useVersions } from "./versions/use-versions";

const RANGES = ["7", "30", "90"] as const;
type View = "nodes" | "starts" | "messages" | "ends" | "splits";

/** The scenario's runs, as figures on the graph and in lists beside it. */
export default function Statistics(props: PanelProps) {
  const { scenario, graph, onHighlight, onClose, onSelectNode } = props;
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const names = useNodeNames(graph.nodes);
  const [range, setRange] = useState<(typeof RANGES)[number]>("30");
  const [version, setVersion] = useState<number | null>(null);
  const [view, setView] = useState<View>("nodes");
  const versions = useVersions(scenario.id);
  const days = lastDays(Number(range));
  const from = days[0] ?? "";
  const stats = useQuery({
    queryKey: ["scenario-stats", scenario.id, from, version],
    queryFn: async ({ signal }) => {
      const query = { from, ...(version !== null && { version }) };
      const path = { scenario: scenario.id };
      return (await getScenarioStats({ client, signal, path, query })).data;
    },
    placeholderData: keepPreviousData,
  });
  useLiveFigures(["scenario-stats"]);
  const { data } = stats;

  useEffect(() => {
    onHighlight(data ? overlayOf(data, t, format) : null);
  }, [data, onHighlight, t, format]);
  useEffect(() => {
    return () => onHighlight(null);
  }, [onHighlight]);

  const isEmpty = data?.nodes.length === 0 && data.triggers.length === 0;
  const order = orderOf(graph);
  const placeOf = (id: string) => order.get(id) ?? order.size;
  const nodes = (data?.nodes ?? []).toSorted(
    (one, other) => placeOf(one.node_id) - placeOf(other.node_id),
  );
  const lists = { nodes, names, onSelect: onSelectNode };
  return (
    <PanelFrame title={t.title} onClose={onClose}>
      <Row gap={2} wraps align="stretch" className={styles.choosers}>
        <Segmented
          label={t.range}
          value={range}
          onChange={setRange}
          options={RANGES.map((count) => [count, t.days(Number(count))] as const)}
        />
        <ChoiceSelect
          aria-label={t.version}
          none={t.allVersions}
          options={versions.items
            .filter(({ has_runs }) => has_runs)
            .map((one) => [one.version, t.versionName(one.version)])}
          value={version}
          onChange={setVersion}
        />
      </Row>
      {stats.error && <ProblemNote error={stats.error} onRetry={() => void stats.refetch()} />}
      {stats.isPending && <LoadingRows />}
      {data && isEmpty && (
        <EmptyState icon={<ChartNoAxesColumn />} title={t.empty}>
          {t.emptyAbout}
        </EmptyState>
      )}
      {data && !isEmpty && (
        <>
          {data.from.slice(0, 10) > from && !stats.isPlaceholderData && (
            <Note tone="amber">{t.shortened(format.day(data.from))}</Note>
          )}
          <Summary stats={data} days={days} />
          <Segmented
            label={t.view}
            value={view}
            onChange={setView}
            options={[
              ["nodes", t.views.nodes],
              ["starts", t.views.starts],
              ["messages", t.views.messages],
              ["ends", t.views.ends],
              ["splits", t.views.splits],
            ]}
          />
          {view === "nodes" && <NodesView {...lists} />}
          {view === "starts" && (
            <StartsView stats={data.triggers} triggers={graph.triggers} onSelect={onSelectNode} />
          )}
          {view === "messages" && <MessagesView {...lists} />}
          {view === "ends" && <EndsView nodes={nodes} />}
          {view === "splits" && <SplitsView {...lists} />}
        </>
      )}
    </PanelFrame>
  );
}
