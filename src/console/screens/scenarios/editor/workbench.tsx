import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { useTitle } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { LoadingRows, useProblemText } from "#console/ui/states";
import { toast, useProblemToast } from "#console/ui/toasts";
import type { Highlight } from "../highlight";
import { isEntry } from "../nodes/drawn";
import type { EditorSearch, PanelName } from "../panels/panel-name";
import { actionsOn } from "./actions";
import type { CanvasView } from "./canvas-view";
import { graphOf, type Opened, settingsOf, wireOf } from "./draft-api";
import styles from "./editor.module.css";
import { type Asked, EditorDialogs } from "./editor-dialogs";
import { EmptyGraph } from "./empty-graph";
import { edgeId, positionOf } from "./graph";
import type { NodeType } from "./node-kinds";
import { panelOf } from "./panels";
import { Selection } from "./selection";
import { Side, type SideTab } from "./side";
import { editedIn, graphIn, selectedIn, useEditor, useEditorStore } from "./store";
import { texts } from "./texts";
import { Toolbar } from "./toolbar";
import { useAutosave } from "./use-autosave";
import { useCheck, useProblemsByNode, withoutNew } from "./use-check";
import { usePlaces } from "./use-places";
import { usePublished } from "./use-published";
import { useShortcuts } from "./use-shortcuts";

const Canvas = lazily(() => import("./canvas"));
const Inspector = lazily(() => import("./inspector"));

/** A scenario that has been opened, with all that changes it. */
export function Workbench({
  opened,
  onReload,
}: {
  opened: Opened;
  onReload: () => Promise<unknown>;
}) {
  const t = useTexts(texts);
  const problemText = useProblemText();
  const toastProblem = useProblemToast();
  const mayEdit = useMay("scenarios:write");
  const view = useRef<CanvasView>(null);
  const navigate = useNavigate({ from: "/scenarios/$scenario" });
  const { panel }: EditorSearch = useSearch({ from: "/scenarios/$scenario" });
  const [settings, setSettings] = useState(() => settingsOf(opened));
  const { scenario, switchState, isSwitching } = usePublished(opened, {
    onSwitched(before, after) {
      toast(after.scenario.is_active ? t.nowActive : t.nowPaused);
      if (settings.base_version !== before.version) return;
      const based = { ...settings, base_version: after.version };
      setSettings(based);
      if (autosave.state === "published") autosave.settle({ graph, settings: based });
    },
    onFailed: toastProblem,
  });
  const [initial] = useState(() => graphOf(opened));
  const store = useEditorStore(initial);
  const graph = useEditor(store, graphIn);
  // A node shows at once that it is chosen. Its form may take a moment longer.
  const editedId = useDeferredValue(useEditor(store, editedIn)?.id);
  const edited = graph.nodes.find(({ id }) => id === editedId);
  const selected = useEditor(store, selectedIn);
  const { places, latestPlaces, areKnown } = usePlaces(initial);
  const [actions] = useState(() => actionsOn(store, () => latestPlaces.current));
  const wire = useMemo(() => wireOf(graph), [graph]);
  const content = useMemo(() => ({ graph, settings }), [graph, settings]);
  const autosave = useAutosave(scenario.id, content, {
    etag: opened.draft?.etag ?? null,
    mayEdit,
  });
  const check = useCheck(scenario.id, graph, settings.platform);
  const found = useProblemsByNode(
    check,
    (id) => graph.edges.find((edge) => edgeId(edge) === id)?.source,
  );
  const [isTried, setTried] = useState(false);
  const problems = useMemo(
    () => (isTried ? found : withoutNew(found, graph, initial)),
    [isTried, found, graph, initial],
  );
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const [tab, setTab] = useState<SideTab>("add");
  const [asked, setAsked] = useState<Asked>();
  /** The id of the node whose form gets the focus when it opens. */
  const [focusOn, setFocusOn] = useState<string>();
  useTitle(settings.name);

  const show = useCallback(
    (id: string) => {
      store.select([id]);
      const node = store.get().graph.nodes.find((one) => one.id === id);
      const place = node && (positionOf(node) ?? latestPlaces.current.get(id));
      if (place) view.current?.show(place);
    },
    [store, latestPlaces],
  );
  const edit = useCallback(
    (id: string) => {
      show(id);
      setFocusOn(id);
    },
    [show],
  );
  const setPanel = (next: PanelName | undefined) => {
    setHighlight(null);
    void navigate({ search: next ? { panel: next } : {}, replace: true });
  };
  const closePanel = () => setPanel(undefined);

  function add(type: NodeType) {
    const { selected, graph: now } = store.get();
    const after = selected.length === 1 ? selected[0] : undefined;
    const last = now.nodes.length === 1 ? now.nodes[0]?.id : undefined;
    const at = view.current?.middle() ?? { x: 0, y: 0 };
    const id = actions.add(type, { after: after ?? last, at });
    requestAnimationFrame(() => show(id));
  }

  useShortcuts({
    undo: store.undo,
    redo: store.redo,
    copy() {
      const count = actions.copy();
      if (count > 0) toast(t.copied(count));
    },
    paste: () => mayEdit && actions.paste(),
    duplicate: () => mayEdit && actions.duplicate(),
    find() {
      setTab("outline");
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-find-step]")?.focus());
    },
  });

  const Panel = panelOf(panel);
  const hasSeveral = mayEdit && selected.length > 1;
  const isEmpty = graph.nodes.length === 0;
  const hasSteps = !graph.nodes.every(isEntry);
  return (
    <div className={styles.editor}>
      <Toolbar
        name={settings.name}
        scenario={scenario}
        store={store}
        state={autosave.state === "published" && !hasSteps ? "empty" : autosave.state}
        mayEdit={mayEdit}
        isSwitching={isSwitching}
        panel={panel}
        onPanel={setPanel}
        onRetry={() => void autosave.flush()}
        onSettings={() => setAsked("settings")}
        onSwitch={() => void switchState()}
        onDiscard={() => setAsked("discard")}
        onPublish={() => {
          setTried(true);
          setAsked("publish");
        }}
      />
      {autosave.state === "failed" && (
        <p className={styles.problem} role="alert">
          {problemText(autosave.error)}
        </p>
      )}
      <div className={classes(styles.body, Panel && styles.beside)}>
        <Side
          tab={tab}
          onTab={setTab}
          store={store}
          actions={actions}
          check={check}
          mayEdit={mayEdit}
          onAdd={add}
          onEdit={edit}
          onShow={edit}
        />
        {areKnown ? (
          <Suspense fallback={<LoadingRows />}>
            <Canvas
              store={store}
              actions={actions}
              places={places}
              problems={problems}
              highlight={Panel ? highlight : null}
              mayEdit={mayEdit}
              view={view}
            >
              {isEmpty && <EmptyGraph onBegin={mayEdit ? () => add("start") : null} />}
            </Canvas>
          </Suspense>
        ) : (
          <LoadingRows />
        )}
        {(Panel || edited || hasSeveral) && (
          <aside
            className={classes(styles.drawer, Panel && styles.wide)}
            aria-label={panel ? t.panels[panel] : t.settings}
          >
            <Suspense fallback={<LoadingRows />}>
              {Panel ? (
                <Panel
                  scenario={scenario}
                  graph={wire}
                  onSave={autosave.settled}
                  onReload={() => void autosave.flush().then((isSaved) => isSaved && onReload())}
                  onHighlight={setHighlight}
                  onClose={closePanel}
                  onSelectNode={show}
                />
              ) : hasSeveral ? (
                <Selection actions={actions} ids={selected} />
              ) : (
                edited && (
                  <Inspector
                    key={edited.id}
                    store={store}
                    actions={actions}
                    node={edited}
                    problems={problems.get(edited.id)}
                    mayEdit={mayEdit}
                    isFocusWanted={edited.id === focusOn}
                    onFocused={() => setFocusOn(undefined)}
                    onClose={() => store.select([])}
                  />
                )
              )}
            </Suspense>
          </aside>
        )}
      </div>
      <EditorDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        scenario={scenario}
        graph={graph}
        settings={settings}
        onSettings={setSettings}
        autosave={autosave}
        onReload={onReload}
      />
    </div>
  );
}
