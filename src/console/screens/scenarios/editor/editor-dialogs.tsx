import { deleteScenarioDraft, type Scenario } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { ConfirmDialog } from "#console/ui/dialog";
import { toast } from "#console/ui/toasts";
import { useListAgain } from "../list/row-data";
import { ConflictDialog } from "./conflict-dialog";
import type { DraftSettings } from "./draft-api";
import type { Graph } from "./graph";
import { Leaving } from "./leaving";
import { PublishDialog } from "./publish-dialog";
import { SettingsDialog } from "./settings-dialog";
import { texts } from "./texts";
import type { Autosave } from "./use-autosave";

export type Asked = "publish" | "settings" | "discard";

type Props = {
  asked: Asked | undefined;
  onClose: () => void;
  scenario: Scenario;
  graph: Graph;
  settings: DraftSettings;
  onSettings: (settings: DraftSettings) => void;
  autosave: Autosave;
  onReload: () => Promise<unknown>;
};

/** The dialogs that are about all of a scenario. */
export const EditorDialogs = (props: Props) => (
  <>
    <AskedDialog {...props} />
    <Leaving state={props.autosave.state} />
  </>
);

function AskedDialog({
  asked,
  onClose,
  scenario,
  graph,
  settings,
  onSettings,
  autosave,
  onReload,
}: Props) {
  const t = useTexts(texts);
  const client = useClient();
  const listAgain = useListAgain();

  const isActivating = settings.is_active === true;

  /** Reads again what there is, in place of what is shown. */
  function reload() {
    autosave.settle();
    void listAgain();
    return onReload();
  }

  async function discard() {
    // A save under way would create the draft again after it was deleted.
    await autosave.flush();
    const etag = autosave.getEtag();
    if (etag !== null)
      await deleteScenarioDraft({
        client,
        path: { scenario: scenario.id },
        headers: { "If-Match": etag },
      });
    toast(t.discarded);
    await reload();
  }

  /** Resolves to the `ETag` of the draft; to null if it can't be saved. */
  async function saveForPublishing(activates: boolean) {
    const next = activates === isActivating ? settings : { ...settings, is_active: activates };
    onSettings(next);
    return (await autosave.flush({ graph, settings: next })) ? autosave.getEtag() : null;
  }

  if (autosave.state === "conflict")
    return (
      <ConflictDialog
        scenario={scenario.id}
        onTakeTheirs={() => void reload()}
        onKeepMine={(etag) => void autosave.overwrite(etag)}
      />
    );
  switch (asked) {
    case "settings":
      return (
        <SettingsDialog
          scenario={scenario}
          settings={settings}
          onSave={onSettings}
          onClose={onClose}
        />
      );
    case "publish":
      return (
        <PublishDialog
          scenario={scenario}
          isActivating={isActivating}
          graph={graph}
          onSave={saveForPublishing}
          saveError={autosave.error}
          onDone={() => void reload()}
          onClose={onClose}
        />
      );
    case "discard":
      return (
        <ConfirmDialog
          isOpen
          onClose={onClose}
          title={t.discard}
          about={t.discardAbout}
          action={t.discard}
          onConfirm={discard}
        />
      );
    default:
      return null;
  }
}
