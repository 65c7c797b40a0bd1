import { type GraphNode, isObject, settingsOf } from "../graph";
import { calls } from "../node-kinds";
import { useForm } from "./context";
import { useVariableNames } from "./variable-names";

/** The variables that the nodes of a graph save. */
function variablesIn(nodes: readonly GraphNode[]): string[] {
  const names = nodes.flatMap((node) => {
    const { save_to: saved, variables } = settingsOf(node);
    return [
      ...(typeof saved === "string" && saved !== "" ? [saved] : []),
      ...(isObject(variables) ? Object.keys(variables) : []),
    ];
  });
  return [...new Set(names)];
}

/** The variables of the graph and of the workspace's leads. */
export function useVariables() {
  const { nodes } = useForm();
  return [...new Set([...variablesIn(nodes), ...useVariableNames()])];
}

const OF_LEAD = ["first_name", "last_name", "full_name", "email", "phone"];

/** The placeholders of what has started a run. */
const OF_TRIGGER = ["text", "ref", "ad_id", "media_id", "name"].map((name) => `trigger.${name}`);

/** The placeholders of the run's booking, once a node or a trigger asks for bookings. */
const OF_BOOKING = ["day", "time", "name", "host", "join_url", "reschedule_url", "cancel_url"].map(
  (name) => `booking.${name}`,
);
const asksBooking = (what: object) => JSON.stringify(what).includes("booking");

/** The placeholders of the node that is edited. */
export function usePlaceholders() {
  const { type, triggers, nodes } = useForm();
  const more = calls({ type }) ? ["username", "ext_id", "lead_id"] : ["preferences_url"];
  return {
    ofLead: [...OF_LEAD, ...more, "lead_ref"],
    ofBooking: [...triggers, ...nodes].some(asksBooking) ? OF_BOOKING : [],
    ofTrigger: triggers.length > 0 ? OF_TRIGGER : [],
    variables: useVariables(),
  };
}
