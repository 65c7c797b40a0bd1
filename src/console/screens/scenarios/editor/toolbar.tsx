import { Link } from "@tanstack/react-router";
import {
  ChartNoAxesCombined,
  ChevronLeft,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CloudUpload,
  History,
  LoaderCircle,
  type LucideIcon,
  PencilLine,
  Play,
  Redo2,
  Rocket,
  Route,
  Settings2,
  Undo2,
  UserRoundPen,
} from "lucide-react";
import type { Scenario } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Switch } from "#console/ui/field";
import type { PanelName } from "../panels/panel-name";
import { openable } from "./panels";
import { type EditorStore, redoIn, undoIn, useEditor } from "./store";
import { texts } from "./texts";
import styles from "./toolbar.module.css";
import type { SaveState } from "./use-autosave";

const PANEL_ICONS: Record<PanelName, LucideIcon> = {
  simulate: Play,
  statistics: ChartNoAxesCombined,
  versions: History,
  runs: Route,
};
/** There is nothing to be published before the first step. */
export type ShownState = SaveState | "empty";

const STATE_ICONS: Record<ShownState, LucideIcon> = {
  empty: CircleDashed,
  published: CircleCheck,
  saved: CloudUpload,
  unsaved: PencilLine,
  saving: LoaderCircle,
  failed: CircleAlert,
  conflict: UserRoundPen,
};

/** The list of all scenarios. */
const LIST: string = "/scenarios";

type ToolbarProps = {
  name: string;
  scenario: Scenario;
  store: EditorStore;
  state: ShownState;
  mayEdit: boolean;
  isSwitching: boolean;
  panel: PanelName | undefined;
  onPanel: (panel: PanelName | undefined) => void;
  onRetry: () => void;
  onSettings: () => void;
  onSwitch: () => void;
  onDiscard: () => void;
  onPublish: () => void;
};

function State({ state, onRetry }: { state: ShownState; onRetry: () => void }) {
  const t = useTexts(texts);
  const Icon = STATE_ICONS[state];
  return (
    <span className={classes(styles.state, styles[state])} role="status">
      <Icon aria-hidden="true" />
      <span>{t.state[state]}</span>
      {state === "failed" && (
        <Button size="small" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </span>
  );
}

function UndoAndRedo({ store }: { store: EditorStore }) {
  const t = useTexts(texts);
  return (
    <span className={styles.history}>
      <IconButton
        size="small"
        label={t.undo}
        icon={<Undo2 />}
        disabled={!useEditor(store, undoIn)}
        onClick={store.undo}
      />
      <IconButton
        size="small"
        label={t.redo}
        icon={<Redo2 />}
        disabled={!useEditor(store, redoIn)}
        onClick={store.redo}
      />
    </span>
  );
}

/** The scenario's name and state, and what is done with all of it. */
export function Toolbar({
  name,
  scenario,
  store,
  state,
  mayEdit,
  isSwitching,
  panel,
  onPanel,
  onRetry,
  onSettings,
  onSwitch,
  onDiscard,
  onPublish,
}: ToolbarProps) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const hasDraft = state !== "published" && state !== "empty";
  return (
    <header className={styles.toolbar}>
      <Link to={LIST} className={styles.back} aria-label={t.scenarios} title={t.scenarios}>
        <ChevronLeft aria-hidden="true" />
      </Link>
      <div className={styles.names}>
        <h1 dir="auto" title={name}>
          {name}
        </h1>
        <span className={styles.about}>
          <span>{g.platforms[scenario.platform]}</span>
          <State state={state} onRetry={onRetry} />
        </span>
      </div>
      {mayEdit && (
        <>
          <IconButton
            size="small"
            label={t.scenarioSettings}
            icon={<Settings2 />}
            onClick={onSettings}
          />
          <UndoAndRedo store={store} />
        </>
      )}
      <div className={styles.panels}>
        {openable.map((one) => {
          const Icon = PANEL_ICONS[one];
          return (
            <Button
              key={one}
              size="small"
              kind="quiet"
              icon={<Icon />}
              aria-pressed={panel === one}
              title={t.panels[one]}
              onClick={() => onPanel(panel === one ? undefined : one)}
            >
              <span>{t.panels[one]}</span>
            </Button>
          );
        })}
      </div>
      <span className={styles.active}>
        {mayEdit ? (
          <Switch
            label={t.activate}
            checked={scenario.is_active}
            disabled={isSwitching}
            onChange={onSwitch}
          />
        ) : null}
        <span>{scenario.is_active ? t.active : t.paused}</span>
      </span>
      {mayEdit && (
        <>
          <Button
            size="small"
            kind="quiet"
            aria-label={t.discard}
            title={t.discard}
            disabled={!hasDraft}
            onClick={onDiscard}
          >
            {g.discard}
          </Button>
          <Button
            kind="primary"
            size="small"
            icon={<Rocket />}
            disabled={!hasDraft || state === "conflict"}
            onClick={onPublish}
          >
            {t.publish}
          </Button>
        </>
      )}
    </header>
  );
}
