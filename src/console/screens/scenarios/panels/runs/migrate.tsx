import { useQueryClient } from "@tanstack/react-query";
import { ArrowUpToLine } from "lucide-react";
import { useState } from "react";
import { type Migration, migrateRuns } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Note, ProblemNote } from "#console/ui/states";
import { texts } from "./texts";

/** What has become of runs that were moved. */
export function Migrated({ migration }: { migration: Migration }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { migrated, left, left_count: leftCount } = migration;
  const reasons = Map.groupBy(left, ({ reason }) => reason);
  return (
    <Note tone={leftCount > 0 ? "amber" : "green"}>
      <p>{t.migrated(format.number(migrated), migrated === 1)}</p>
      {leftCount === 0 && <p>{t.nothingLeft}</p>}
      {leftCount > 0 && <p>{t.left(format.number(leftCount))}</p>}
      {[...reasons].map(([reason, runs]) => (
        <p key={reason}>
          {t.leftReasons[reason]} ({format.number(runs.length)})
        </p>
      ))}
    </Note>
  );
}

/** Moves the runs of older versions to the newest, and says what has become of them. */
export function Migrate({ scenario }: { scenario: number }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [migration, setMigration] = useState<Migration | null>(null);
  const migrate = useAction(
    (client, id: number) => migrateRuns({ client, path: { scenario: id } }),
    {
      onDone: ({ data }) => {
        setMigration(data);
        for (const key of ["scenario-runs", "scenario-stats", "scenario-run"])
          void queries.invalidateQueries({ queryKey: [key] });
      },
    },
  );
  const close = () => {
    setOpen(false);
    setMigration(null);
    migrate.reset();
  };
  return (
    <>
      <IconButton label={t.migrate} icon={<ArrowUpToLine />} onClick={() => setOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t.migrate}
        about={t.migrateAbout}
        width="28rem"
        foot={
          migration ? (
            <Button onClick={close}>{g.close}</Button>
          ) : (
            <>
              <Button onClick={close}>{g.cancel}</Button>
              <Button
                kind="primary"
                isBusy={migrate.isBusy}
                onClick={() => void migrate.run(scenario)}
              >
                {t.migrateAction}
              </Button>
            </>
          )
        }
      >
        {migrate.error && <ProblemNote error={migrate.error} />}
        {migration && <Migrated migration={migration} />}
      </Dialog>
    </>
  );
}
