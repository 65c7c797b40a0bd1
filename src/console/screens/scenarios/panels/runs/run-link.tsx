import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getRun } from "#client";
import { useScenario } from "#console/data/scenario-names";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";

/** A run of any scenario, by the name of its scenario. */
export function RunLink({ id, onClick }: { id: number; onClick?: (() => void) | undefined }) {
  const { runs } = useTexts(nameTexts);
  const client = useClient();
  const { data: run } = useQuery({
    queryKey: ["scenario-run", id],
    queryFn: async ({ signal }) => (await getRun({ client, signal, path: { run: id } })).data,
    retry: false,
  });
  const scenario = useScenario(run?.scenario_id ?? null);
  if (!run) return runs.run(id);
  return (
    <Link
      to="/scenarios/$scenario"
      params={{ scenario: `${run.scenario_id}` }}
      search={{ panel: "runs", run: id }}
      {...(onClick && { onClick })}
    >
      <bdi>{scenario?.name ?? runs.run(id)}</bdi>
    </Link>
  );
}
