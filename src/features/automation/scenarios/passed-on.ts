import type { Caller } from "#env";
import { requireAbilities } from "#lib/problem";
import { loadChecks } from "./checks";
import type { Node } from "./schema";

type Passing = {
  nodes?: Node[] | null | undefined;
  webhook_url?: string | null | undefined;
};

/** True if a scenario passes leads' fields on to whoever runs a host. */
export async function passesLeadsOn({ nodes, webhook_url: url }: Passing) {
  return url != null || (nodes ?? []).some((await loadChecks()).passesOn);
}

/** Throws a `missing_ability` problem where it does and the token may not read leads. */
export async function requireLeadsFor({ abilities }: Caller, scenario: Passing) {
  if (await passesLeadsOn(scenario)) requireAbilities(abilities, ["leads:read"]);
}
