import type { Caller } from "../../../env";
import { holds } from "../../../lib/holds";
import { Problem } from "../../../lib/problem";
import type { Node } from "./schema";

type Carrier = {
  nodes?: Node[] | null | undefined;
  webhook_url?: string | null | undefined;
};

/** Whether a scenario carries leads' fields to whoever runs a host. */
export const carriesLeads = ({ nodes, webhook_url: url }: Carrier) =>
  url != null || Boolean(nodes?.some(({ type }) => type === "webhook"));

/** Throws a `forbidden` problem where it does, and the token may not read leads. */
export function requireLeadsFor({ abilities }: Caller, scenario: Carrier) {
  if (carriesLeads(scenario) && !holds(abilities, "leads:read")) throw new Problem("forbidden");
}
