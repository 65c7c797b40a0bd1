import type { ScenarioWarning } from "#client";
import type { GraphTrigger } from "../graph";
import { InspectorFrame, type Opened } from "../inspector-frame";
import { type EditorStore, graphIn, useEditor } from "../store";
import { useWords } from "../words";
import { headOf, mapTrigger } from "./heads";
import { isTriggerType, triggerIcon } from "./kinds";
import { triggerName } from "./lines";
import { TriggerForm } from "./trigger-form";

const NONE: readonly ScenarioWarning[] = [];

/** The settings of the trigger that is selected. */
export default function TriggerInspector({
  store,
  trigger,
  problems = NONE,
  ...opened
}: Opened & {
  store: EditorStore;
  trigger: GraphTrigger;
  problems: readonly ScenarioWarning[] | undefined;
}) {
  const words = useWords();
  const graph = useEditor(store, graphIn);
  const { id, type } = trigger;
  return (
    <InspectorFrame
      {...opened}
      id={headOf(trigger)}
      Icon={triggerIcon(type)}
      tone="green"
      title={triggerName(words, type)}
      about={isTriggerType(type) ? words.triggers.about[type] : id}
    >
      <TriggerForm
        trigger={trigger}
        graph={graph}
        problems={problems}
        onChange={(data) =>
          store.change((now) => mapTrigger(now, id, (one) => ({ ...one, data })), `trigger ${id}`)
        }
      />
    </InspectorFrame>
  );
}
