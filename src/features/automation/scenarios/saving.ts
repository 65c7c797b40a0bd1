import { allowWhere } from "#http/allow";
import { passesLeadsOn } from "./passed-on";
import type { Saved } from "./read";
import type { ScenarioInput } from "./schema";

// The steps that the routes that save scenarios share.

/** The condition of an operation that changes a resource otherwise than by PUT or PATCH. */
export const ifMatch = (resource: "scenario" | "draft") => ({
  in: "header",
  name: "If-Match",
  required: false,
  description:
    `The \`ETag\` of the ${resource} that you have seen. If the ${resource} has changed since, ` +
    "you get 412 and nothing changes.",
  schema: { type: "string" },
});

/** The answer to a request that has saved a scenario. */
export const saved = ({ scenario, warnings }: Saved) => ({ data: scenario, warnings });

/** Requests carry the lead's fields to whoever runs the host. */
export const allowsRequests = allowWhere(
  "leads:read",
  "the scenario has a `webhook_url` or a `webhook` node",
  (input: ScenarioInput) => passesLeadsOn(input),
);
