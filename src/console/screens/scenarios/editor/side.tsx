import type { ScenarioCheck } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import type { Actions } from "./actions";
import styles from "./editor.module.css";
import type { NodeType } from "./node-kinds";
import { Outline } from "./outline";
import { Palette } from "./palette";
import { Problems } from "./problems";
import { type EditorStore, graphIn, useEditor } from "./store";
import { texts } from "./texts";
import type { TriggerType } from "./triggers/kinds";
import { mayAddTo } from "./triggers/trigger-menu";

export type SideTab = "add" | "outline" | "problems";

/** The side of the canvas: nodes to add, the outline, the problems. */
export function Side({
  tab,
  onTab,
  store,
  actions,
  check,
  mayEdit,
  onAdd,
  onAddTrigger,
  onEdit,
  onShow,
}: {
  tab: SideTab;
  onTab: (tab: SideTab) => void;
  store: EditorStore;
  actions: Actions;
  check: ScenarioCheck | undefined;
  mayEdit: boolean;
  onAdd: (type: NodeType) => void;
  onAddTrigger: (type: TriggerType) => void;
  onEdit: (id: string) => void;
  onShow: (id: string) => void;
}) {
  const t = useTexts(texts);
  const graph = useEditor(store, graphIn);
  const count = check?.warnings.length ?? 0;
  const shown = tab === "add" && !mayEdit ? "outline" : tab;
  const problems =
    count > 0 ? (
      <span className={styles.count}>
        {t.problems} <b>{count}</b>
      </span>
    ) : (
      t.problems
    );
  return (
    <section className={styles.side} aria-label={t.side}>
      <div className={styles.tabs}>
        <Segmented<SideTab>
          label={t.side}
          value={shown}
          options={[
            ...(mayEdit ? [["add", t.add] as const] : []),
            ["outline", t.outline],
            ["problems", problems],
          ]}
          onChange={onTab}
        />
      </div>
      <div className={styles.sideBody}>
        {shown === "add" && (
          <Palette
            mayAddTriggers={mayAddTo(graph.triggers)}
            onAdd={onAdd}
            onAddTrigger={onAddTrigger}
          />
        )}
        {shown === "outline" && (
          <Outline store={store} actions={actions} mayEdit={mayEdit} onEdit={onEdit} />
        )}
        {shown === "problems" && <Problems check={check} graph={graph} onShow={onShow} />}
      </div>
    </section>
  );
}
