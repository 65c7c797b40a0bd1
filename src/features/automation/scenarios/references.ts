import { eq, type SQL, sql } from "drizzle-orm";
import { scenarios } from "../../../db/schema/automation";
import { tags } from "../../../db/schema/leads";
import { shortLinks } from "../../../db/schema/links";
import { readAll, rows, within, write } from "../../../db/scope";
import type { Platform } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { found } from "../../../lib/problem";
import { allowsLoopback } from "../../messaging/channels/store";
import { findWarnings, isRunnable } from "./check";
import { type Drawn, drawn } from "./compile";
import { type Kind, type Known, mentionsIn } from "./mentions";
import type { ScenarioCheck, ScenarioCheckInput } from "./schema";
import type { Warning } from "./warnings";

/** What a request draws. */
export const drawnBy = ({ nodes, edges }: Pick<ScenarioCheckInput, "nodes" | "edges">) =>
  drawn(nodes ?? [], edges ?? []);

export type KnownRow = { kind: Kind; ref: number | string };

/** Finds those of the things that a graph refers to that the workspace has: its rows are for `warningsOf`. */
export function selectKnown(scope: Scope, { graph }: Drawn) {
  const mentions = mentionsIn(graph, scope.shortUrlBase);
  const among = (kind: Kind): SQL => {
    const refs = new Set(mentions.filter((mention) => mention.kind === kind).map(({ ref }) => ref));
    return sql`(select value from json_each(${JSON.stringify([...refs])}))`;
  };
  return rows<KnownRow>(
    scope,
    sql`select 'tag' as kind, id as ref from ${tags} where id in ${among("tag")} and ${within(scope, tags)}
      union all select 'scenario', id from ${scenarios} where id in ${among("scenario")} and ${within(scope, scenarios)}
      union all select 'link', id from ${shortLinks} where id in ${among("link")} and ${within(scope, shortLinks)}
      union all select 'slug', slug_key from ${shortLinks} where slug_key in ${among("slug")} and ${within(scope, shortLinks)}`,
  );
}

/** What there is to say of a graph, by what `selectKnown` has found for it. */
export function warningsOf(
  scope: Scope,
  graph: Drawn,
  platform: Platform,
  rows: KnownRow[],
): Warning[] {
  const of = (kind: Kind) => new Set(rows.filter((row) => row.kind === kind).map(({ ref }) => ref));
  const known: Known = {
    tag: of("tag"),
    scenario: of("scenario"),
    link: of("link"),
    slug: of("slug"),
    shortUrlBase: scope.shortUrlBase,
    allowLoopback: allowsLoopback(scope),
  };
  return findWarnings(graph, platform, known);
}

type Stored = { platform: Platform; nodes: string; edges: string };

/** A scenario's own graph, as JSON. */
export const selectGraph = (scope: Scope, id: number) =>
  rows<Stored>(
    scope,
    sql`select platform, nodes, edges from scenarios cross join scenario_versions
      on scenario_id = scenarios.id and scenario_versions.version = scenarios.version where ${within(scope, scenarios, eq(scenarios.id, id))}`,
  );

/** Checks a graph that is not saved, or the scenario's own: one round trip, or two. */
export async function checkScenario(
  scope: Scope,
  id: number,
  { platform, ...input }: ScenarioCheckInput,
): Promise<ScenarioCheck> {
  const isGiven = input.nodes != null || input.edges != null;
  const given = drawnBy(input);
  // Nothing else is written that would take the request's Idempotency-Key.
  const [[row], ofGiven] = await write(scope, [selectGraph(scope, id), selectKnown(scope, given)]);
  const stored = found(row);
  const checked = isGiven ? given : drawn(JSON.parse(stored.nodes), JSON.parse(stored.edges));
  const [known] = isGiven ? [ofGiven] : await readAll(scope, [selectKnown(scope, checked)]);
  const warnings = warningsOf(scope, checked, platform ?? stored.platform, known);
  return { is_runnable: isRunnable(warnings), warnings };
}
