import { useQuery } from "@tanstack/react-query";
import { type Client, each, getScenario, listScenarios, type Scenario } from "#client";
import { useClient, useMay } from "../session/session";

type ScenarioName = Pick<Scenario, "id" | "name" | "platform" | "is_active">;

const PER_PAGE = 100;
const FRESH_MS = 60_000;

/** The list has whole graphs, of which nothing is kept. */
async function readNames(client: Client) {
  const names: ScenarioName[] = [];
  const all = each(listScenarios, { client, query: { per_page: PER_PAGE } });
  for await (const { id, name, platform, is_active } of all)
    names.push({ id, name, platform, is_active });
  return names.sort((left, right) => left.name.localeCompare(right.name));
}

/**
 * The workspace's scenarios by name, to choose one; none where the token may not read them. There
 * are at most 1,000: where ids are known, `useScenario` asks for less.
 */
export function useScenarioNames() {
  const client = useClient();
  const isAllowed = useMay("scenarios:read");
  return useQuery({
    queryKey: ["scenarios", "names"],
    queryFn: () => readNames(client),
    enabled: isAllowed,
    staleTime: FRESH_MS,
  });
}

/** The name of a scenario, its steps and triggers; undefined until they are known. */
export function useScenario(id: number | null) {
  const client = useClient();
  const isAllowed = useMay("scenarios:read");
  const { data } = useQuery({
    queryKey: ["scenarios", "one", id],
    queryFn: async ({ signal }) => {
      const { data } = await getScenario({ client, path: { scenario: id ?? 0 }, signal });
      return { name: data.name, nodes: data.nodes, triggers: data.triggers };
    },
    enabled: isAllowed && id !== null,
    staleTime: FRESH_MS,
  });
  return data;
}
