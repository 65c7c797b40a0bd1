import { listWorkspaceAuditLog } from "#client";
import { AuditView } from "#console/screens/developers/audit/audit-view";
import { useWorkspaceId } from "./use-workspace";

export default function Audit() {
  const id = useWorkspaceId();
  return (
    <AuditView
      queryKey={["workspaces", id, "audit-log"]}
      list={(client, query, signal) =>
        listWorkspaceAuditLog({ client, path: { workspace: id }, query, signal })
      }
    />
  );
}
