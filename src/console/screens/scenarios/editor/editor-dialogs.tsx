import { deleteScenarioDraft, type Scenario } from "../../../../client/index";
import { useClient } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { ConfirmDialog } from "../../../ui/dialog";
import { toast } from "../../../ui/toasts";
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

  /** Reads again what there is, in place of what is shown. */
  function reload() {
    autosave.settle({ graph, settings }, null);
    return onReload();
  }

  async function discard() {
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

  function saveForPublishing(activate: boolean) {
    if (!activate) return autosave.flush();
    const active = { ...settings, is_active: true };
    onSettings(active);
    return autosave.flush({ graph, settings: active });
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
          scenario={scenario.id}
          isActive={scenario.is_active}
          nodes={graph.nodes}
          onSave={saveForPublishing}
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
