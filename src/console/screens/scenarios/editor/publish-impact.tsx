import type { ReactNode } from "react";
import type { ScenarioDraft } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./dialogs.module.css";
import type { Graph, GraphTrigger } from "./graph";
import { texts } from "./texts";
import { headLine } from "./triggers/lines";
import { triggerTexts } from "./triggers/texts";
import { nameOf, useWords } from "./words";

type Impacts = ScenarioDraft["impact"];

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap={2} className={styles.part}>
    <h3>{title}</h3>
    {children}
  </Stack>
);

/** The future of the runs that are under way. */
function RunsImpact({ impact, nodes }: { impact: Impacts; nodes: Graph["nodes"] }) {
  const t = useTexts(texts);
  const { unmigratedReasons } = useTexts(nameTexts);
  const words = useWords();
  const f = useFormat();
  const kept = impact.nodes.filter(({ moves }) => !moves);
  const nameFor = (id: string | null) => {
    const node = nodes.find((one) => one.id === id);
    return node ? nameOf(words, node) : (id ?? "–");
  };
  return (
    <Section title={t.impact}>
      {impact.moves + impact.stays === 0 ? (
        <Soft>{t.noRuns}</Soft>
      ) : (
        <Stack as="ul" gap={1}>
          <li>{t.moves(impact.moves)}</li>
          {impact.stays > 0 && <li>{t.stays(impact.stays)}</li>}
          {kept.map(({ version, node_id: id, runs, reason }) => (
            <Soft key={`${version} ${id} ${reason}`} as="li">
              {f.number(runs)} · {nameFor(id)}
              {reason && ` · ${unmigratedReasons[reason]}`}
            </Soft>
          ))}
        </Stack>
      )}
      {impact.is_partial && <Soft>{t.partial}</Soft>}
    </Section>
  );
}

type Named = readonly [key: string, name: string];

function Names({ about, names }: { about: string; names: readonly Named[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <p>{about}</p>
      <ul className={styles.names}>
        {names.map(([key, name]) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** The triggers that come on and go off, and those that start by the messages of others. */
function TriggersImpact({
  impact: { on, off, overlaps },
  triggers,
}: {
  impact: Impacts["triggers"];
  triggers: readonly GraphTrigger[];
}) {
  const t = useTexts(texts);
  const { heads } = useTexts(triggerTexts);
  const words = useWords();
  const nameFor = (id: string) => {
    const trigger = triggers.find((one) => one.id === id);
    return trigger ? headLine(words, trigger) : id;
  };
  const named = (ids: readonly string[]) => ids.map((id): Named => [id, nameFor(id)]);
  if (on.length + off.length + overlaps.length === 0) return null;
  return (
    <Section title={heads}>
      <Names about={t.comesOn} names={named(on)} />
      <Names about={t.goesOff} names={named(off)} />
      {overlaps.length > 0 && (
        <Note tone="amber">
          <Names
            about={t.overlap}
            names={overlaps.map((one) => [
              `${one.trigger_id} ${one.scenario_id} ${one.other_trigger_id}`,
              t.overlapsWith(nameFor(one.trigger_id), one.scenario_name),
            ])}
          />
        </Note>
      )}
    </Section>
  );
}

/** The effects of publishing a draft on runs and triggers. */
export const Impact = ({
  impact,
  graph,
  published,
}: {
  impact: Impacts;
  graph: Graph;
  /** The triggers as they are published: those that go off may be drawn no more. */
  published: readonly GraphTrigger[];
}) => (
  <>
    <RunsImpact impact={impact} nodes={graph.nodes} />
    <TriggersImpact impact={impact.triggers} triggers={[...graph.triggers, ...published]} />
  </>
);
