import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useMay } from "#console/session/session";
import { classes } from "#console/ui/classes";
import { useTitle } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { LoadingRows, useProblemText } from "#console/ui/states";
import type { Highlight } from "../highlight";
import { isEntry } from "../nodes/drawn";
import type { EditorSearch, PanelName } from "../panels/panel-name";
import type { Opened } from "./draft-api";
import { Drawer } from "./drawer";
import styles from "./editor.module.css";
import { type Asked, EditorDialogs } from "./editor-dialogs";
import { EmptyGraph } from "./empty-graph";
import { OnPlatform } from "./on-platform";
import { panelOf } from "./panels";
import { Side, type SideTab } from "./side";
import { Toolbar } from "./toolbar";
import { type Draft, useDraft } from "./use-draft";
import { type Steps, useSteps } from "./use-steps";

const Canvas = lazily(() => import("./canvas"));

/** The panel in the URL, and which of the graph's steps it marks. */
function usePanel() {
  const navigate = useNavigate({ from: "/scenarios/$scenario" });
  const { panel }: EditorSearch = useSearch({ from: "/scenarios/$scenario" });
  const [highlight, onHighlight] = useState<Highlight | null>(null);
  const setPanel = (next: PanelName | undefined) => {
    onHighlight(null);
    void navigate({
      search: ({ head }: EditorSearch) => ({ ...(next && { panel: next }), head }),
      replace: true,
    });
  };
  return { panel, setPanel, highlight: panelOf(panel) ? highlight : null, onHighlight };
}

type Drawn = { draft: Draft; steps: Steps; mayEdit: boolean };

function Drawing({ draft, steps, mayEdit, highlight }: Drawn & { highlight: Highlight | null }) {
  const { scenario, store, actions, places, problems, graph } = draft;
  if (!places) return <LoadingRows />;
  return (
    <Suspense fallback={<LoadingRows />}>
      <Canvas
        scenario={scenario}
        store={store}
        actions={actions}
        places={places}
        problems={problems}
        highlight={highlight}
        mayEdit={mayEdit}
        view={steps.view}
      >
        {graph.nodes.length === 0 && (
          <EmptyGraph
            onBegin={mayEdit ? () => steps.add("start") : null}
            onAddTrigger={steps.addTrigger}
          />
        )}
      </Canvas>
    </Suspense>
  );
}

/** A scenario that has been opened, with all that changes it. */
export function Workbench({
  opened,
  onReload,
}: {
  opened: Opened;
  onReload: () => Promise<unknown>;
}) {
  const problemText = useProblemText();
  const mayEdit = useMay("scenarios:write");
  const draft = useDraft(opened, mayEdit);
  const { scenario, store, actions, settings, autosave } = draft;
  const { panel, setPanel, highlight, onHighlight } = usePanel();
  const [tab, setTab] = useState<SideTab>("add");
  const [asked, setAsked] = useState<Asked>();
  const find = () => {
    setTab("outline");
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-find-step]")?.focus());
  };
  const steps = useSteps(draft, { mayEdit, find });
  useTitle(settings.name);
  const isEmpty = draft.graph.nodes.every(isEntry) && draft.graph.triggers.length === 0;
  return (
    <div className={styles.editor}>
      <Toolbar
        name={settings.name}
        scenario={scenario}
        store={store}
        state={autosave.state === "published" && isEmpty ? "empty" : autosave.state}
        mayEdit={mayEdit}
        isSwitching={draft.isSwitching}
        panel={panel}
        onPanel={setPanel}
        onRetry={() => void autosave.flush()}
        onSettings={() => setAsked("settings")}
        onSwitch={() => void draft.switchState()}
        onDiscard={() => setAsked("discard")}
        onPublish={() => {
          draft.showAllProblems();
          setAsked("publish");
        }}
      />
      {autosave.state === "failed" && (
        <p className={styles.problem} role="alert">
          {problemText(autosave.error)}
        </p>
      )}
      <OnPlatform value={settings.platform}>
        <div className={classes(styles.body, panelOf(panel) && styles.beside)}>
          <Side
            tab={tab}
            onTab={(next) => {
              if (next === "problems") draft.showAllProblems();
              setTab(next);
            }}
            store={store}
            actions={actions}
            check={draft.check}
            mayEdit={mayEdit}
            onAdd={steps.add}
            onAddTrigger={steps.addTrigger}
            onEdit={steps.edit}
            onShow={steps.edit}
          />
          <Drawing draft={draft} steps={steps} mayEdit={mayEdit} highlight={highlight} />
          <Drawer
            draft={draft}
            steps={steps}
            mayEdit={mayEdit}
            panel={panel}
            onReload={onReload}
            onHighlight={onHighlight}
            onClose={() => setPanel(undefined)}
          />
        </div>
      </OnPlatform>
      <EditorDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        scenario={scenario}
        graph={draft.graph}
        settings={settings}
        onSettings={draft.setSettings}
        autosave={autosave}
        onReload={onReload}
      />
    </div>
  );
}
