import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, publishScenarioDraft, type Scenario } from "#client";
import { useAction } from "#console/data/forms";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox } from "#console/ui/field";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { SwitchProblem } from "../full";
import { readDraft } from "./draft-api";
import type { Graph } from "./graph";
import { Impact } from "./publish-impact";
import { texts } from "./texts";
import { triggerTexts } from "./triggers/texts";

/** Shows what publishing the draft would do, and does it. */
export function PublishDialog({
  scenario: { id: scenario, is_active: isActive, triggers },
  isActivating,
  graph,
  onSave,
  saveError,
  onDone,
  onClose,
}: {
  /** As it is published. */
  scenario: Scenario;
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
  const words = useTexts(triggerTexts);
  const client = useClient();
  const [migrates, setMigrates] = useState(false);
  const [activates, setActivates] = useState(isActivating);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    // The triggers that come on depend on it.
    queryKey: ["scenario", scenario, "publish", activates],
    queryFn: async () => ((await onSave(activates)) === null ? null : readDraft(client, scenario)),
    placeholderData: (before) => before,
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
    draft?.is_outdated || (publish.error instanceof ApiError && publish.error.code === "conflict");
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
            disabled={!draft || isPlaceholderData}
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
      {publish.error && <SwitchProblem error={publish.error} texts={words} />}
      {draft && (
        <>
          {isOutdated && <Note tone="amber">{t.outdated}</Note>}
          {!draft.check.is_runnable && <Note tone="red">{t.notRunnable}</Note>}
          <Note tone={problems > 0 ? "amber" : "green"}>
            {problems > 0 ? t.someProblems(problems) : t.isFine}
          </Note>
          <Impact impact={draft.impact} graph={graph} published={triggers} />
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
