import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, publishScenarioDraft, type ScenarioDraft } from "#client";
import { useAction } from "#console/data/forms";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import styles from "./dialogs.module.css";
import { readDraft } from "./draft-api";
import type { Graph } from "./graph";
import { texts } from "./texts";
import { headLine } from "./triggers/lines";
import { nameOf, useWords } from "./words";

type TriggersImpact = ScenarioDraft["impact"]["triggers"];

/** The triggers that would start by the same messages as those of other scenarios. */
function Overlaps({
  overlaps,
  nameFor,
}: Pick<TriggersImpact, "overlaps"> & { nameFor: (id: string) => string }) {
  const t = useTexts(texts);
  if (overlaps.length === 0) return null;
  return (
    <Note tone="amber">
      {t.overlap}
      <Stack as="ul" gap={1}>
        {overlaps.map(({ trigger_id: id, scenario_id, scenario_name, other_trigger_id: other }) => (
          <li key={`${id} ${scenario_id} ${other}`}>
            {t.overlapsWith(nameFor(id), scenario_name)}
          </li>
        ))}
      </Stack>
    </Note>
  );
}

/** The future of the runs that are under way. */
function Impact({
  impact,
  graph: { nodes, triggers },
}: {
  impact: ScenarioDraft["impact"];
  graph: Graph;
}) {
  const t = useTexts(texts);
  const { unmigratedReasons } = useTexts(nameTexts);
  const words = useWords();
  const f = useFormat();
  const kept = impact.nodes.filter(({ moves }) => !moves);
  const nameFor = (id: string | null) => {
    const node = nodes.find((one) => one.id === id);
    return node ? nameOf(words, node) : (id ?? "–");
  };
  const { on, off, overlaps } = impact.triggers;
  const startFor = (id: string) => {
    const trigger = triggers.find((one) => one.id === id);
    return trigger ? headLine(words, trigger) : id;
  };
  return (
    <Stack as="section" gap={2} className={styles.part}>
      <h3>{t.impact}</h3>
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
      {on.length > 0 && <p>{t.comesOn(f.list(on.map(startFor)))}</p>}
      {off.length > 0 && <p>{t.goesOff(f.list(off.map(startFor)))}</p>}
      <Overlaps overlaps={overlaps} nameFor={startFor} />
    </Stack>
  );
}

/** Shows what publishing the draft would do, and does it. */
export function PublishDialog({
  scenario,
  isActive,
  isActivating,
  graph,
  onSave,
  saveError,
  onDone,
  onClose,
}: {
  scenario: number;
  isActive: boolean;
  /** True if the draft says that publishing it activates the scenario. */
  isActivating: boolean;
  graph: Graph;
  /**
   * Saves all that is not saved, and whether publishing activates the scenario. Resolves to the
   * `ETag` of the draft; to null if it can't be saved.
   */
  onSave: (activates: boolean) => Promise<string | null>;
  saveError: unknown;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const client = useClient();
  const [migrates, setMigrates] = useState(false);
  const [activates, setActivates] = useState(isActivating);
  const { data, error, isPending } = useQuery({
    queryKey: ["scenario", scenario, "publish"],
    queryFn: async () => ((await onSave(activates)) === null ? null : readDraft(client, scenario)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const publish = useAction(async (_, force: boolean) => {
    const etag = await onSave(activates);
    if (etag === null) return;
    const { migration } = await publishScenarioDraft({
      client,
      path: { scenario },
      body: { migrate: migrates, force },
      headers: { "If-Match": etag },
    });
    toast(migration ? t.publishedWith(migration.migrated, migration.left_count) : t.published);
    onDone();
  });
  const draft = data?.draft;
  const isOutdated =
    draft?.is_outdated || (publish.error instanceof ApiError && publish.error.status === 409);
  const problems = draft?.check.warnings.length ?? 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.publishTitle}
      about={t.publishAbout}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button
            kind="primary"
            isBusy={publish.isBusy}
            disabled={!draft}
            onClick={() => void publish.run(isOutdated === true)}
          >
            {isOutdated ? t.publishAnyway : t.publish}
          </Button>
        </>
      }
    >
      {isPending && <LoadingRows rows={3} />}
      {error && <ProblemNote error={error} />}
      {saveError != null && <ProblemNote error={saveError} />}
      {publish.error && <ProblemNote error={publish.error} />}
      {draft && (
        <>
          {isOutdated && <Note tone="amber">{t.outdated}</Note>}
          {!draft.check.is_runnable && <Note tone="red">{t.notRunnable}</Note>}
          <Note tone={problems > 0 ? "amber" : "green"}>
            {problems > 0 ? t.someProblems(problems) : t.isFine}
          </Note>
          <Impact impact={draft.impact} graph={graph} />
          {draft.impact.moves > 0 && (
            <Checkbox checked={migrates} onChange={({ target }) => setMigrates(target.checked)}>
              {t.migrate}
            </Checkbox>
          )}
          {!isActive && (
            <>
              <Soft>{t.isPaused}</Soft>
              <Checkbox checked={activates} onChange={({ target }) => setActivates(target.checked)}>
                {t.activateToo}
              </Checkbox>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
