import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { getScenario } from "../../../client/index";
import { useClient } from "../../session/session";
import { Screen } from "../../ui/layout";
import { LoadingRows, ProblemNote } from "../../ui/states";
import type { Highlight } from "./highlight";

const PANELS = {
  simulate: lazy(() => import("./panels/simulate")),
  statistics: lazy(() => import("./panels/statistics")),
  versions: lazy(() => import("./panels/versions")),
  runs: lazy(() => import("./panels/runs")),
};
const NAMES = ["simulate", "statistics", "versions", "runs"] as const;

const nothing = () => {};

export default function PanelHost() {
  const client = useClient();
  const navigate = useNavigate();
  const { scenario } = useParams({ from: "/scenarios/$scenario" });
  const { panel } = useSearch({ from: "/scenarios/$scenario" });
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const { data, error } = useQuery({
    queryKey: ["scenario", Number(scenario), "panel-host"],
    queryFn: async () => (await getScenario({ client, path: { scenario: Number(scenario) } })).data,
  });
  if (error) return <ProblemNote error={error} />;
  if (!data) return <LoadingRows />;
  const Panel = panel && PANELS[panel];
  return (
    <div style={{ display: "flex", height: "100dvh" }}>
      <div style={{ flex: 1, minWidth: 0, overflow: "auto" }}>
        <Screen title={data.name}>
          {NAMES.map((name) => (
            <Link
              key={name}
              to="/scenarios/$scenario"
              params={{ scenario }}
              search={{ panel: name }}
            >
              {name}
            </Link>
          ))}
          <pre data-testid="highlight">{JSON.stringify(highlight, null, 1)}</pre>
        </Screen>
      </div>
      {Panel && (
        <div
          style={{
            width: "25rem",
            maxWidth: "100%",
            display: "grid",
            minHeight: 0,
            borderInlineStart: "1px solid var(--line)",
            background: "var(--raised)",
          }}
        >
          <Suspense fallback={<LoadingRows />}>
            <Panel
              scenario={data}
              graph={data}
              onHighlight={setHighlight}
              onClose={() =>
                void navigate({ to: "/scenarios/$scenario", params: { scenario }, search: {} })
              }
              onSelectNode={nothing}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
