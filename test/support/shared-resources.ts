import { newWorkspace } from "./api";
import type { Route } from "./document";
import type { Resources } from "./examples";
import { forget, newResources } from "./resources";

/** The operations besides DELETE after which a resource is gone, or the workspace another. */
const SPENT: Record<string, string> = {
  eraseLead: "lead",
  mergeLeads: "otherLead",
  suspendWorkspace: "workspace",
  updateSettings: "workspace",
  addSuppressions: "workspace",
};

/** The kind of the resource that can't be used further after an operation, if there is one. */
const spentBy = ({ method, path, operation }: Route) =>
  method === "DELETE" ? [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] : SPENT[operation.operationId];

/**
 * The resources of one workspace, by which one operation after the other is carried out: only what
 * an operation has spent is made anew, as making all takes longer than most tests. A test that
 * fails gives nothing back, so that it fails alone.
 */
export function sharedResources() {
  let left: Resources | undefined;
  return {
    async take(): Promise<Resources> {
      const client = left?.client ?? (await newWorkspace());
      const ids = left?.ids;
      left = undefined;
      return { ...(await newResources(client, undefined, ids)), client };
    },
    giveBack(own: Resources, route: Route) {
      const spent = spentBy(route);
      if (spent === "workspace") return;
      if (spent) forget(own.ids, spent);
      left = own;
    },
  };
}
