import { listAuditLog } from "#client";
import { AuditView } from "./audit-view";

export default function Audit() {
  return (
    <AuditView
      queryKey={["audit-log"]}
      list={(client, query, signal) => listAuditLog({ client, query, signal })}
    />
  );
}
