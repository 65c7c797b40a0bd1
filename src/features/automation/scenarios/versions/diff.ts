import { readBatch } from "#db/batch";
import { scenarios } from "#db/schema/automation";
import { selectId } from "#db/scope/rows";
import type { Scope } from "#env";
import { found, throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { type Changed, compareGraphs, type Difference, MAX_DIFFERENCES } from "./compare";
import { graphOf, type Side, type StoredGraph, selectGraphOf } from "./graph";
import type { ScenarioDiff } from "./schema";

/** Compares two versions of a scenario, or one with the draft, in one round trip. */
export async function diffScenario(
  scope: Scope,
  id: number,
  { from = "current", to = "draft" }: { from?: Side | undefined; to?: Side | undefined },
): Promise<ScenarioDiff> {
  const { scenario, before, after } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, id),
    before: selectGraphOf(scope, id, from),
    after: selectGraphOf(scope, id, to),
  });
  found(scenario[0]);
  const [old, next] = [before[0], after[0]];
  const missing = [...(old ? [] : ["from"]), ...(next ? [] : ["to"])];
  throwErrors(fieldErrors(missing, validationMessages.selected));
  return {
    from_version: from === "draft" ? null : found(old).version,
    to_version: to === "draft" ? null : found(next).version,
    ...toWire(compareGraphs(compared(found(old)), compared(found(next)))),
  };
}

/** The differences, of which so many are shown as an answer has room for. */
function toWire({ nodes, edges, triggers, settings }: ReturnType<typeof compareGraphs>) {
  let left = MAX_DIFFERENCES;
  const few = (changes: Difference[]) => {
    const kept = changes.slice(0, left);
    left -= kept.length;
    return kept;
  };
  const fewOf = <Item extends { id: string; type: string }>({ after, changes }: Changed<Item>) => ({
    ...{ id: after.id, type: after.type, changes: few(changes) },
  });
  const changed = [nodes.changed, edges.changed, triggers.changed].flat();
  const all = changed.flatMap(({ changes }) => changes);
  return {
    settings: few(settings),
    nodes: { ...nodes, changed: nodes.changed.map(fewOf) },
    edges: {
      ...edges,
      changed: edges.changed.map(({ after: edge, changes }) => ({
        id: typeof edge.id === "string" ? edge.id : null,
        ...{ source: edge.source, target: edge.target },
        changes: few(changes),
      })),
    },
    triggers: { ...triggers, changed: triggers.changed.map(fewOf) },
    is_partial: settings.length + all.length > MAX_DIFFERENCES,
  };
}

const compared = ({ name, platform, provider, ...graph }: StoredGraph) => ({
  ...graphOf(graph),
  settings: { name, platform, provider },
});
