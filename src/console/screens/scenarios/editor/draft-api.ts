import {
  ApiError,
  type Client,
  getScenario,
  getScenarioDraft,
  type Scenario,
  type ScenarioDraft,
  type ScenarioEdge,
  type ScenarioNode,
  type ScenarioTrigger,
  saveScenarioDraft,
  withEtag,
} from "#client";
import type { Graph } from "./graph";

/** The settings of a draft beside its graph. `null` leaves one as the scenario has it. */
export type DraftSettings = {
  name: string;
  platform: Scenario["platform"];
  provider: string | null;
  is_active: boolean | null;
  tracked_tag_ids: number[] | null;
  webhook_url: string | null;
  keeps_webhook_url: boolean;
  base_version: number;
};

/** A scenario with the draft of its next version, as they were read. */
export type Opened = {
  scenario: Scenario;
  version: number;
  draft: { draft: ScenarioDraft; etag: string } | null;
};

/** A scenario's `ETag` begins with its version. */
export const versionIn = (etag: string) => Number(/\d+/.exec(etag)?.[0]);

export const isStatus = (error: unknown, status: number) =>
  error instanceof ApiError && error.status === status;

/** The last saves of editors that have been left, which reading waits for. */
const underWay = new Map<number, Promise<unknown>>();

export function keepUnderWay(scenario: number, saving: Promise<unknown>) {
  const settled = saving.catch(() => undefined).then(() => underWay.delete(scenario));
  underWay.set(scenario, settled);
}

/** The draft that a scenario has; null where it has been published or discarded meanwhile. */
async function readOwnDraft(client: Client, scenario: number) {
  try {
    const path = { scenario };
    const { data: draft, etag } = await withEtag(getScenarioDraft, { client, path });
    return { draft, etag };
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

export async function readScenario(client: Client, id: number) {
  const { data: scenario, etag } = await withEtag(getScenario, { client, path: { scenario: id } });
  return { scenario, version: versionIn(etag) };
}

/** The draft of a scenario; null where it has none. */
export async function readDraft(client: Client, id: number) {
  const { scenario } = await readScenario(client, id);
  return scenario.has_draft ? readOwnDraft(client, id) : null;
}

export async function open(client: Client, id: number): Promise<Opened> {
  await underWay.get(id);
  const published = await readScenario(client, id);
  return {
    ...published,
    draft: published.scenario.has_draft ? await readOwnDraft(client, id) : null,
  };
}

export const settingsOf = ({ scenario, version, draft }: Opened): DraftSettings => {
  const { name, platform, provider } = draft?.draft ?? scenario;
  return {
    ...{ name, platform, provider },
    is_active: draft?.draft.is_active ?? null,
    tracked_tag_ids: draft?.draft.tracked_tag_ids ?? null,
    webhook_url: draft?.draft.webhook_url ?? null,
    keeps_webhook_url: draft?.draft.keeps_webhook_url ?? true,
    base_version: draft?.draft.base_version ?? version,
  };
};

/** The graph to edit: the draft's, if there is one. */
export const graphOf = ({ scenario, draft }: Opened): Graph => {
  const { nodes, edges, triggers } = draft?.draft ?? scenario;
  return { nodes, edges, triggers: triggers ?? scenario.triggers };
};

/** All parts are sent as they are, whatever other editors have kept in them. */
export const wireOf = ({ nodes, edges, triggers }: Graph) => ({
  nodes: nodes as ScenarioNode[],
  edges: edges as ScenarioEdge[],
  triggers: triggers as ScenarioTrigger[],
});

/** Saves the draft; a 412 where `etag`, if there is one, is not that of the draft any more. */
export async function save(
  client: Client,
  scenario: number,
  graph: Graph,
  settings: DraftSettings,
  etag: string | null,
) {
  const { name, platform, provider, base_version } = settings;
  const { is_active, tracked_tag_ids, webhook_url, keeps_webhook_url } = settings;
  const saved = await withEtag(saveScenarioDraft, {
    client,
    path: { scenario },
    body: {
      ...{ name, platform, provider, base_version },
      ...wireOf(graph),
      ...(is_active !== null && { is_active }),
      ...(tracked_tag_ids !== null && { tracked_tag_ids }),
      ...(!keeps_webhook_url && { webhook_url }),
    },
    ...(etag !== null && { headers: { "If-Match": etag } }),
  });
  return { draft: saved.data, etag: saved.etag };
}
