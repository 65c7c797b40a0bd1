import type { Caller } from "#env";
import { requireAbilities } from "#lib/problem";
import { loadChecks } from "./checks";
import type { Node } from "./schema";

type Carrier = {
  nodes?: Node[] | null | undefined;
  webhook_url?: string | null | undefined;
};

/** True if a scenario passes leads' fields on to whoever runs a host. */
export async function carriesLeads({ nodes, webhook_url: url }: Carrier) {
  return url != null || (nodes ?? []).some((await loadChecks()).passesOn);
}

/** Throws a `missing_ability` problem where it does, and the token may not read leads. */
export async function requireLeadsFor({ abilities }: Caller, scenario: Carrier) {
  if (await carriesLeads(scenario)) requireAbilities(abilities, ["leads:read"]);
}
