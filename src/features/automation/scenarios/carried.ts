import type { Caller } from "#env";
import { requireAbilities } from "#lib/problem";
import type { Node } from "./schema";

type Carrier = {
  nodes?: Node[] | null | undefined;
  webhook_url?: string | null | undefined;
};

/** Whether a scenario carries leads' fields to whoever runs a host. */
export const carriesLeads = ({ nodes, webhook_url: url }: Carrier) =>
  url != null || Boolean(nodes?.some(({ type }) => type === "webhook"));

/** Throws a `missing_ability` problem where it does, and the token may not read leads. */
export function requireLeadsFor({ abilities }: Caller, scenario: Carrier) {
  if (carriesLeads(scenario)) requireAbilities(abilities, ["leads:read"]);
}
