import type { Scope } from "#env";
import type { Keywords } from "#features/access/settings/consent";
import { DEFAULT_SETTINGS } from "#features/access/settings/defaults";
import { outboundRules } from "#lib/outbound-url";
import type { Known } from "../engine/nodes/definition";
import type { Affecting } from "../triggers/cycles";
import { readTriggers } from "../triggers/read";
import { variablesReadBy } from "../triggers/references";
import type { OtherTrigger, Rivals } from "../triggers/rivals";
import type { GraphWithSource } from "./compile";
import type { KnownRow } from "./known";
import { variablesOf } from "./placeholders";

// The rows of `selectKnown`, as the checks of graphs read them.

/** The things of the workspace that a graph may refer to. */
export function knownIn(scope: Scope, { graph, triggers }: GraphWithSource, rows: KnownRow[]) {
  const refs = (kind: KnownRow["kind"]) =>
    rows.flatMap((row) => (row.kind === kind ? [row.ref] : []));
  const of = (kind: KnownRow["kind"]) => new Set(refs(kind));
  const json = (kind: KnownRow["kind"]) => refs(kind).map((ref) => JSON.parse(`${ref}`));
  const own = variablesOf(graph);
  const isOwn = (name: string) => own.has(name.split(".")[0] ?? "");
  return {
    ...{ tag: of("tag"), scenario: of("scenario"), link: of("link"), slug: of("slug") },
    ...{ assignee: of("assignee"), medium: of("medium"), channel: of("channel") },
    ...{ segment: of("segment"), source: of("source") },
    channelPlatforms: new Map(json("platform")),
    hours: new Set(refs("hours")) as Known["hours"],
    variables: new Set(refs("variable").map(String)),
    dated: new Set([
      ...refs("dated").map(String),
      ...variablesReadBy(readTriggers(triggers, null)).filter(isOwn),
    ]),
    templates: json("template"),
    pauses: json("pause"),
    gateways: json("gateway"),
    shortUrlBase: scope.shortUrlBase,
    outbound: outboundRules(scope),
    region: { country: scope.defaultCountry, timeZone: null },
  } satisfies Known;
}

type OfWorkspace = Partial<Keywords> & { most: number; on: Record<string, number> };

/** The triggers of other scenarios than `ownId`, and what else of the workspace concerns them. */
export function rivalsIn(rows: KnownRow[], ownId: number | undefined): Rivals {
  const of = (wanted: KnownRow["kind"]) =>
    rows.flatMap(({ kind, ref }) => (kind === wanted ? JSON.parse(`${ref}`) : []));
  const triggers: OtherTrigger[] = of("trigger");
  const scenarios: Affecting[] = of("effects");
  const [workspace]: OfWorkspace[] = of("workspace");
  const { opt_out_keywords, opt_in_keywords } = DEFAULT_SETTINGS;
  return {
    triggers: triggers.filter(({ scenarioId }) => scenarioId !== ownId),
    own: triggers.filter(({ scenarioId }) => scenarioId === ownId),
    room: workspace ? roomIn(workspace, ownId) : null,
    scenarios: scenarios.filter(({ id }) => id !== ownId),
    keywords: {
      opt_out_keywords: workspace?.opt_out_keywords ?? opt_out_keywords,
      opt_in_keywords: workspace?.opt_in_keywords ?? opt_in_keywords,
    },
  };
}

function roomIn({ most, on }: OfWorkspace, ownId: number | undefined) {
  const own = on[ownId ?? ""] ?? 0;
  const all = Object.values(on).reduce((sum, count) => sum + count, 0);
  return { most, own, others: all - own };
}
