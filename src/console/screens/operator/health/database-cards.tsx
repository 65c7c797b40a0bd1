import { useQueryClient } from "@tanstack/react-query";
import { type Database, type Health, updateDatabase } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, Dot } from "#console/ui/badge";
import { Switch } from "#console/ui/field";
import { Card, Facts, Progress } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { useProblemToast } from "#console/ui/toasts";
import { DATABASES_KEY, useDatabases } from "../databases";
import { COLORS } from "./colors";
import styles from "./health.module.css";
import { texts } from "./texts";
import { databaseVerdict, MOST_BYTES } from "./verdict";

/** A switch that lets new workspaces come to a database. */
function Open({ database }: { database: Database }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const { run, isBusy } = useAction(
    (client, is_open: boolean) =>
      updateDatabase({ client, path: { database: database.name }, body: { is_open } }),
    {
      onDone: () => queries.invalidateQueries({ queryKey: DATABASES_KEY }),
      onFailed: toastProblem,
    },
  );
  return (
    <Switch
      label={t.isOpen(database.name)}
      checked={database.is_open}
      disabled={isBusy}
      onChange={({ target }) => void run(target.checked)}
    />
  );
}

export function DatabaseCards({ health }: { health: Health }) {
  const t = useTexts(texts);
  const format = useFormat();
  const known = useDatabases();
  return (
    <>
      {health.databases.map((one) => {
        const database = known.find(({ name }) => name === one.name);
        return (
          <Card
            key={one.name}
            title={
              <Row as="span" gap={2}>
                <Dot color={COLORS[databaseVerdict(one)]} />
                {one.name}
                {database?.jurisdiction && <Badge>{database.jurisdiction.toUpperCase()}</Badge>}
              </Row>
            }
          >
            <Stack gap={3}>
              {one.is_reachable ? (
                <div>
                  <Soft size="medium" className={styles.size}>
                    {t.sizeOf(format.bytes(one.size_bytes ?? 0), format.bytes(MOST_BYTES))}
                  </Soft>
                  <Progress
                    share={(one.size_bytes ?? 0) / MOST_BYTES}
                    label={t.sizeOfDatabase(one.name)}
                  />
                </div>
              ) : (
                <p className={styles.bad}>{t.unreachable}</p>
              )}
              <Facts
                facts={[
                  [t.latency, one.latency_ms !== null && t.ms(format.number(one.latency_ms))],
                  [t.workspaces, database && format.number(database.workspaces)],
                  [t.leads, one.leads !== null && format.number(one.leads)],
                  [t.messages, one.messages !== null && format.number(one.messages)],
                  [t.open, database && <Open key="open" database={database} />],
                ]}
              />
            </Stack>
          </Card>
        );
      })}
    </>
  );
}
