import { useQuery } from "@tanstack/react-query";
import { listAllRuns, listChannels, listSources, listWebhookEndpoints, type Run } from "#client";
import { isLosing } from "#console/data/source-lights";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";

const WEEK_MS = 7 * 86_400_000;
const MOST = 100;
const SETTLE_MS = 3_000;

/** The runs of a scenario that have failed in a week, and those that are held now. */
export type StuckRuns = { scenarioId: number; failed: number; held: number };

function byScenario(runs: readonly Run[]): StuckRuns[] {
  const stuck = new Map<number, StuckRuns>();
  for (const { scenario_id, state } of runs) {
    const counts = stuck.get(scenario_id) ?? { scenarioId: scenario_id, failed: 0, held: 0 };
    counts[state === "failed" ? "failed" : "held"]++;
    stuck.set(scenario_id, counts);
  }
  return [...stuck.values()].sort((a, b) => b.failed - a.failed || b.held - a.held);
}

/** Of the newest hundred of each kind. */
export function useStuckRuns() {
  const client = useClient();
  useLiveQueries(["run.failed", "run.paused", "run.resumed"], [["runs", "stuck"]], {
    settleMs: SETTLE_MS,
  });
  return useQuery({
    queryKey: ["runs", "stuck"],
    enabled: useMay("scenarios:read"),
    queryFn: async ({ signal }) => {
      const updated_from = new Date(Date.now() - WEEK_MS).toISOString();
      const of = (query: { state: "failed" | "paused"; updated_from?: string }) =>
        listAllRuns({ client, query: { ...query, per_page: MOST }, signal });
      const [failed, paused] = await Promise.all([
        of({ state: "failed", updated_from }),
        of({ state: "paused" }),
      ]);
      // Those of a paused scenario are not held themselves.
      return byScenario([...failed.data, ...paused.data.filter(({ paused_at }) => paused_at)]);
    },
  });
}

/** The channels that send nothing, or whose messages wait. */
export function useStoppedChannels() {
  const client = useClient();
  useLiveQueries(
    ["channel.stopped", "channel.paused", "channel.resumed"],
    [["channels", "stopped"]],
  );
  return useQuery({
    queryKey: ["channels", "stopped"],
    enabled: useMay("channels:read"),
    queryFn: async ({ signal }) => {
      const { data } = await listChannels({ client, query: { per_page: MOST }, signal });
      return data.filter(({ status, pause }) => status === "stopped" || pause !== null);
    },
  });
}

/** The sources whose connection has ended, or that reject what is sent to them. */
export function useFailingSources() {
  const client = useClient();
  useLiveQueries(["source.failing"], [["sources", "failing"]]);
  return useQuery({
    queryKey: ["sources", "failing"],
    enabled: useMay("sources:read"),
    queryFn: async ({ signal }) =>
      (await listSources({ client, query: { per_page: MOST }, signal })).data.filter(isLosing),
  });
}

/** Those whose deliveries fail, or that the service has switched off for it. */
export function useFailingEndpoints() {
  const client = useClient();
  useLiveQueries(["webhook_endpoint.disabled"], [["webhook-endpoints", "failing"]]);
  return useQuery({
    queryKey: ["webhook-endpoints", "failing"],
    enabled: useMay("webhooks:read"),
    queryFn: async ({ signal }) => {
      const { data } = await listWebhookEndpoints({ client, query: { per_page: MOST }, signal });
      return data.filter(({ status }) => status === "failing" || status === "disabled");
    },
  });
}
