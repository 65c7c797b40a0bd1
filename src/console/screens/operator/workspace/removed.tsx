import { useQuery } from "@tanstack/react-query";
import { ApiError, getWorkspaceRemoval } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Card, Facts, Screen } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { BackupList } from "./backup-list";
import { texts } from "./texts";

const POLL_MS = 2_000;

/** The rest of a deleted workspace: its receipt, and the backups that it can come back from. */
export function Removed({ id }: { id: number }) {
  const t = useTexts(texts);
  const { records } = useTexts(nameTexts);
  const format = useFormat();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["workspaces", id, "removal"],
    queryFn: ({ signal }) => getWorkspaceRemoval({ client, path: { workspace: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.state === "removing" ? POLL_MS : false),
  });
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (!data)
    return (
      <Screen title={t.title}>
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
      </Screen>
    );
  const removal = data.data;
  const isDone = removal.state === "removed";
  return (
    <Screen
      title={removal.name}
      about={t.removedAbout(id, format.dateTime(removal.requested_at))}
      actions={
        <span role="status">
          <Badge tone={isDone ? "plain" : "amber"}>{isDone ? t.removed : t.removing}</Badge>
        </span>
      }
    >
      <Card title={t.receipt}>
        <Stack gap={4}>
          <Soft>
            {removal.finished_at
              ? t.receiptDone(format.dateTime(removal.finished_at))
              : t.receiptRunning}
          </Soft>
          <Facts
            facts={(Object.keys(removal.removed) as (keyof typeof removal.removed)[])
              .filter((name) => removal.removed[name] > 0)
              .map((name) => [records[name], format.number(removal.removed[name])] as const)}
          />
        </Stack>
      </Card>
      <BackupList workspace={id} removal={removal.state} />
    </Screen>
  );
}
