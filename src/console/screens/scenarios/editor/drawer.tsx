import { Suspense, useDeferredValue, useMemo } from "react";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { lazily } from "#console/ui/lazily";
import { LoadingRows } from "#console/ui/states";
import type { PanelProps } from "../panels/panel";
import type { PanelName } from "../panels/panel-name";
import { wireOf } from "./draft-api";
import styles from "./editor.module.css";
import type { GraphNode, GraphTrigger } from "./graph";
import { panelOf } from "./panels";
import { Selection } from "./selection";
import { editedIn, editedTriggerIn, selectedIn, useEditor } from "./store";
import { texts } from "./texts";
import { headOf } from "./triggers/heads";
import type { Draft } from "./use-draft";
import type { Steps } from "./use-steps";

const Inspector = lazily(() => import("./inspector"));
const TriggerInspector = lazily(() => import("./triggers/trigger-inspector"));

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

/** The form of a step, or of a trigger. */
function Form({
  draft: { store, actions, problems },
  steps,
  mayEdit,
  edited,
  trigger,
}: Props & { edited: GraphNode | undefined; trigger: GraphTrigger | undefined }) {
  const openedAt = (id: string) => ({
    store,
    actions,
    problems: problems.get(id),
    mayEdit,
    isFocusWanted: id === steps.focusOn,
    onFocused: steps.onFocused,
    onClose: () => store.select([]),
  });
  if (trigger) {
    const id = headOf(trigger);
    return <TriggerInspector key={id} {...openedAt(id)} trigger={trigger} />;
  }
  return (
    edited && (
      <Inspector key={edited.id} {...openedAt(edited.id)} node={edited} onEdit={steps.edit} />
    )
  );
}

/** The drawer beside the canvas: a panel, settings that several steps share, or a step's form. */
export function Drawer(props: Props) {
  const t = useTexts(texts);
  const { draft, mayEdit, panel } = props;
  const { store, actions, graph } = draft;
  const selected = useEditor(store, selectedIn);
  // A node shows at once that it is chosen. Its form may take a moment longer.
  const editedId = useDeferredValue(useEditor(store, editedIn)?.id);
  const edited = graph.nodes.find(({ id }) => id === editedId);
  const trigger = useEditor(store, editedTriggerIn);
  const hasPanel = panelOf(panel) !== undefined;
  const hasSeveral = mayEdit && selected.length > 1;
  if (!hasPanel && !hasSeveral && !edited && !trigger) return null;
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
          <Form {...props} edited={edited} trigger={trigger} />
        )}
      </Suspense>
    </aside>
  );
}
