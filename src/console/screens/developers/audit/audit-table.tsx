import { Link } from "@tanstack/react-router";
import type { AuditLogEntry } from "#client";
import { useScenario } from "#console/data/scenario-names";
import { useTokenName } from "#console/data/token-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { DataTable } from "#console/ui/data-table";
import { Soft } from "#console/ui/text";

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
    <DataTable
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        [
          t.when,
          ({ created_at }) => <time dateTime={created_at}>{format.dateTime(created_at)}</time>,
          "time",
        ],
        [
          t.what,
          (entry) => (
            <>
              <Act entry={entry} isThere={!isGone(entry, gone)} />
              <Soft as="code" size="small">
                {entry.action}
              </Soft>
            </>
          ),
        ],
        [
          t.who,
          ({ actor }) =>
            actor.type === "operator" ? (
              <Badge tone="purple">{t.operator}</Badge>
            ) : (
              (actor.name ?? t.token(actor.id ?? 0))
            ),
        ],
        [
          t.request,
          ({ request_id }) => (
            <Soft as="code" size="small">
              {request_id}
            </Soft>
          ),
          "wide",
        ],
      ]}
    />
  );
}
