import type { ScenarioWarning } from "#client";
import { plain } from "./output";

/** A warning behind the node or the trigger that it is about. */
export function warningText({ node_id: node, trigger_id: trigger, message }: ScenarioWarning) {
  const place = node ?? trigger;
  return `${place ? `${plain(place)}: ` : ""}${plain(message)}`;
}
