import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { diffScenario, type ScenarioDiff, type ScenarioDifference } from "#client";
import { fieldTexts } from "#console/screens/scenarios/editor/form/texts";
import { headOf } from "#console/screens/scenarios/editor/triggers/heads";
import { headLine, triggerName } from "#console/screens/scenarios/editor/triggers/lines";
import { settingName } from "#console/screens/scenarios/editor/warning-words";
import { useWords } from "#console/screens/scenarios/editor/words";
import { NodeButton } from "#console/screens/scenarios/nodes/node-button";
import { useNodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, type Tone } from "#console/ui/badge";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import type { PanelProps } from "../panel";
import { highlightOf, isSame } from "./difference";
import { texts } from "./texts";
import styles from "./versions.module.css";

const shown = (value: unknown) =>
  typeof value === "string" ? value : JSON.stringify(value, null, 1);

function Changes({
  changes,
  isOfTrigger = false,
}: {
  changes: readonly ScenarioDifference[];
  isOfTrigger?: boolean;
}) {
  const t = useTexts(texts);
  const fields = useTexts(fieldTexts);
  const nameOf = (path: string) =>
    settingName({ fields }, path.includes(".") ? path : `.${path}`, isOfTrigger) ?? path;
  return (
    <Stack as="dl" gap={1} className={styles.changes}>
      {changes.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{nameOf(path)}</dt>
          <dd>
            <del>{before === undefined ? t.none : shown(before)}</del>
            <ins>{after === undefined ? t.none : shown(after)}</ins>
          </dd>
        </div>
      ))}
    </Stack>
  );
}

const MOST = 40;
const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text);

const Group = ({ title, tone, children }: { title: string; tone: Tone; children: ReactNode[] }) =>
  children.length > 0 && (
    <section className={styles.group} aria-label={title}>
      <h4>
        <Badge tone={tone}>
          {title} · {children.length}
        </Badge>
      </h4>
      <ul>{children}</ul>
    </section>
  );

function Differences({
  diff,
  graph,
  onSelectNode,
}: Pick<PanelProps, "graph" | "onSelectNode"> & { diff: ScenarioDiff }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { nodes, edges, triggers, settings } = diff;
  const words = useWords();
  const names = useNodeNames([...graph.nodes, ...nodes.removed, ...nodes.added]);
  const node = ({ id, type }: { id: string; type: string }) => (
    <strong>
      <NodeButton names={names} id={id} type={type} onSelect={onSelectNode} />
    </strong>
  );
  const edge = ({ source, target }: { source: string; target: string }) => (
    <Soft as="span" size="medium">
      {t.edge(cut(names.name(source)), cut(names.name(target)))}
    </Soft>
  );
  const keyOf = (one: { source: string; target: string; source_handle?: string | null }) =>
    `${one.source} ${one.source_handle ?? ""} ${one.target}`;
  const edgesOf = (list: typeof edges.added) =>
    list.map((one) => <li key={keyOf(one)}>{edge(one)}</li>);
  const nodesOf = (list: typeof nodes.added) =>
    list.map((one) => <li key={one.id}>{node(one)}</li>);
  const triggersOf = (list: typeof triggers.added) =>
    list.map((one) => (
      <li key={headOf(one)}>
        <strong>{headLine(words, one)}</strong>
      </li>
    ));
  return (
    <>
      <Group title={t.added} tone="green">
        {[...triggersOf(triggers.added), ...nodesOf(nodes.added), ...edgesOf(edges.added)]}
      </Group>
      <Group title={t.removed} tone="red">
        {[...triggersOf(triggers.removed), ...nodesOf(nodes.removed), ...edgesOf(edges.removed)]}
      </Group>
      <Group title={t.changed} tone="amber">
        {[
          ...triggers.changed.map((one) => (
            <li key={headOf(one)}>
              <strong>{triggerName(words, one.type)}</strong>
              <Changes changes={one.changes} isOfTrigger />
            </li>
          )),
          ...nodes.changed.map((one) => (
            <li key={one.id}>
              {node(one)}
              <Changes changes={one.changes} />
            </li>
          )),
          ...edges.changed.map((one) => (
            <li key={keyOf(one)}>
              {edge(one)}
              <Changes changes={one.changes} />
            </li>
          )),
        ]}
      </Group>
      <Group title={t.settings} tone="blue">
        {settings.map((one) => (
          <li key={one.path}>
            <Changes changes={[one]} />
          </li>
        ))}
      </Group>
      {isSame(diff) && <Soft size="small">{t.same}</Soft>}
      {nodes.moved.length > 0 && (
        <Soft size="small">
          {t.moved(format.number(nodes.moved.length), nodes.moved.length === 1)}
        </Soft>
      )}
      {diff.is_partial && <Note tone="amber">{t.partial}</Note>}
    </>
  );
}

/** The differences of two versions, in a list and on the graph. */
export function Diff({
  from,
  to,
  scenario,
  graph,
  onHighlight,
  onSelectNode,
}: Omit<PanelProps, "onClose"> & { from: string; to: string }) {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["scenario-diff", scenario.id, from, to],
    queryFn: async ({ signal }) => {
      const path = { scenario: scenario.id };
      return (await diffScenario({ client, signal, path, query: { from, to } })).data;
    },
  });
  useEffect(() => {
    onHighlight(data ? highlightOf(data, t.marks) : null);
  }, [data, onHighlight, t]);
  useEffect(() => {
    return () => onHighlight(null);
  }, [onHighlight]);
  if (error) return <ProblemNote error={error} />;
  if (!data) return <LoadingRows />;
  return <Differences diff={data} graph={graph} onSelectNode={onSelectNode} />;
}
