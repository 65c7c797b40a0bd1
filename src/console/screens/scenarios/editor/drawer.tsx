import { Suspense, useDeferredValue, useMemo } from "react";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { lazily } from "#console/ui/lazily";
import { LoadingRows } from "#console/ui/states";
import type { PanelProps } from "../panels/panel";
import type { PanelName } from "../panels/panel-name";
import { wireOf } from "./draft-api";
import styles from "./editor.module.css";
import { panelOf } from "./panels";
import { Selection } from "./selection";
import { editedIn, selectedIn, useEditor } from "./store";
import { texts } from "./texts";
import type { Draft } from "./use-draft";
import type { Steps } from "./use-steps";

const Inspector = lazily(() => import("./inspector"));

type Props = {
  draft: Draft;
  steps: Steps;
  mayEdit: boolean;
  panel: PanelName | undefined;
  onReload: () => Promise<unknown>;
} & Pick<PanelProps, "onHighlight" | "onClose">;

/** A panel, beside the graph. */
function Panel({ panel, draft, steps, onReload, onHighlight, onClose }: Props) {
  const { scenario, graph, autosave } = draft;
  const wire = useMemo(() => wireOf(graph), [graph]);
  const Panel = panelOf(panel);
  return (
    Panel && (
      <Panel
        scenario={scenario}
        graph={wire}
        onSave={autosave.settled}
        onReload={() => void autosave.flush().then((isSaved) => isSaved && onReload())}
        onHighlight={onHighlight}
        onClose={onClose}
        onSelectNode={steps.show}
      />
    )
  );
}

/** The drawer beside the canvas: a panel, settings that several steps share, or a step's form. */
export function Drawer(props: Props) {
  const t = useTexts(texts);
  const { draft, steps, mayEdit, panel } = props;
  const { store, actions, graph, problems } = draft;
  const selected = useEditor(store, selectedIn);
  // A node shows at once that it is chosen. Its form may take a moment longer.
  const editedId = useDeferredValue(useEditor(store, editedIn)?.id);
  const edited = graph.nodes.find(({ id }) => id === editedId);
  const hasPanel = panelOf(panel) !== undefined;
  const hasSeveral = mayEdit && selected.length > 1;
  if (!hasPanel && !hasSeveral && !edited) return null;
  return (
    <aside
      className={classes(styles.drawer, hasPanel && styles.wide)}
      aria-label={panel ? t.panels[panel] : t.settings}
    >
      <Suspense fallback={<LoadingRows />}>
        {hasPanel ? (
          <Panel {...props} />
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
              isFocusWanted={edited.id === steps.focusOn}
              onFocused={steps.onFocused}
              onClose={() => store.select([])}
            />
          )
        )}
      </Suspense>
    </aside>
  );
}
