import { Link } from "@tanstack/react-router";
import type { AuditLogEntry } from "#client";
import { useScenario } from "#console/data/scenario-names";
import { useTokenName } from "#console/data/token-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Table } from "#console/ui/table";
import { partsOf } from "./action";
import styles from "./audit.module.css";
import { texts } from "./texts";

/** The things that entries say are gone, by kind and id. */
const goneIn = (entries: AuditLogEntry[]) =>
  new Set(
    entries
      .filter(({ action }) => /\.(deleted|erased|merged)$/.test(action))
      .map(({ target }) => `${target.type} ${target.id}`),
  );

const isGone = ({ target }: AuditLogEntry, gone: Set<string>) =>
  gone.has(`${target.type} ${target.id}`);

/** The act, with the name of what it changed, and a link to it if it still exists. */
function Act({ entry: { action, target }, isThere }: { entry: AuditLogEntry; isThere: boolean }) {
  const t = useTexts(texts);
  const { kind, verb } = partsOf(action);
  const id = isThere ? target.id : null;
  const scenario = useScenario(kind === "scenario" ? id : null);
  const token = useTokenName(kind === "token" ? target.id : null);
  return (
    <p className={styles.what}>
      {t.kinds[kind]}
      {target.id !== null && " "}
      {kind === "scenario" && scenario && id !== null ? (
        <Link to="/scenarios/$scenario" params={{ scenario: String(id) }}>
          <bdi>{scenario.name}</bdi>
        </Link>
      ) : (
        (token ?? target.id)
      )}
      {t.act(t.verbs[verb])}
    </p>
  );
}

export function AuditTable({ entries }: { entries: AuditLogEntry[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const gone = goneIn(entries);
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
              <Act entry={entry} isThere={!isGone(entry, gone)} />
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
