import { Link, Outlet } from "@tanstack/react-router";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Screen, TabLinks, tabClass } from "#console/ui/layout";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Moving } from "./moving";
import { Removed } from "./removed";
import { texts } from "./texts";
import { useWorkspace, useWorkspaceId } from "./use-workspace";
import { WorkspaceActions } from "./workspace-actions";

export default function Workspace() {
  const t = useTexts(texts);
  const format = useFormat();
  const id = useWorkspaceId();
  const { data, error, refetch } = useWorkspace();
  if (data === null) return <Removed id={id} />;
  if (error && !data)
    return (
      <Screen title={t.title}>
        <ProblemNote error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  if (!data)
    return (
      <Screen title={t.title}>
        <LoadingRows />
      </Screen>
    );
  const workspace = data.data;
  const params = { workspace: String(id) };
  return (
    <Screen
      title={workspace.name}
      back={<BackLink to="/workspaces">{t.all}</BackLink>}
      about={t.about(id, format.date(workspace.created_at), workspace.database)}
      actions={<WorkspaceActions workspace={workspace} />}
    >
      {workspace.suspended_at && (
        <Note tone="amber">
          {t.suspended(format.dateTime(workspace.suspended_at), workspace.suspended_reason ?? "")}
        </Note>
      )}
      <Moving workspace={id} />
      <TabLinks label={t.title}>
        <Link
          to="/workspaces/$workspace"
          params={params}
          activeOptions={{ exact: true }}
          className={tabClass}
        >
          {t.overview}
        </Link>
        <Link to="/workspaces/$workspace/tokens" params={params} className={tabClass}>
          {t.tokens}
        </Link>
        <Link to="/workspaces/$workspace/backups" params={params} className={tabClass}>
          {t.backups}
        </Link>
        <Link to="/workspaces/$workspace/audit" params={params} className={tabClass}>
          {t.audit}
        </Link>
      </TabLinks>
      <Outlet />
    </Screen>
  );
}
