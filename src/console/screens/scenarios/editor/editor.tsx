import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useClient } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { isStatus, open } from "./draft-api";
import styles from "./editor.module.css";
import { NamesProvider } from "./names";
import { Workbench } from "./workbench";

/** The editor of a scenario. */
export default function ScenarioEditor() {
  const { scenario } = useParams({ from: "/scenarios/$scenario" });
  const id = Number(scenario);
  const isId = Number.isSafeInteger(id) && id > 0;
  const client = useClient();
  const queryKey = ["scenario", id, "editor"];
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: () => open(client, id),
    enabled: isId,
    // A scenario that is being edited is not read again by itself.
    staleTime: "static",
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (!isId || isStatus(error, 404)) return <NotFound />;
  if (error && !data)
    return (
      <div className={styles.alone}>
        <ProblemNote error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <LoadingRows />;
  return (
    <NamesProvider>
      <Workbench key={`${id} ${dataUpdatedAt}`} opened={data} onReload={refetch} />
    </NamesProvider>
  );
}
