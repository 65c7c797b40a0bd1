import type { AuditLogEntry } from "../../../../client/index";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { Badge } from "../../../ui/badge";
import { Table } from "../../../ui/table";
import { partsOf } from "./action";
import styles from "./audit.module.css";
import { texts } from "./texts";

export function AuditTable({ entries }: { entries: AuditLogEntry[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const doneTo = ({ action, target }: AuditLogEntry) => {
    const { kind, verb } = partsOf(action);
    return t.act(t.kinds[kind], t.verbs[verb], target.id);
  };
  return (
    <Table>
      <thead>
        <tr>
          <th>{t.when}</th>
          <th>{t.what}</th>
          <th>{t.who}</th>
          <th>{t.request}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={styles.when}>
              <time dateTime={entry.created_at}>{format.dateTime(entry.created_at)}</time>
            </td>
            <td>
              <p className={styles.what}>{doneTo(entry)}</p>
              <code className={styles.soft}>{entry.action}</code>
            </td>
            <td>
              {entry.actor.type === "operator" ? (
                <Badge tone="purple">{t.operator}</Badge>
              ) : (
                (entry.actor.name ?? t.token(entry.actor.id ?? 0))
              )}
            </td>
            <td data-wide>
              <code className={styles.soft}>{entry.request_id}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
