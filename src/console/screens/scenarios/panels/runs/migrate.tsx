import { useQueryClient } from "@tanstack/react-query";
import { ArrowUpToLine } from "lucide-react";
import { useState } from "react";
import { type Migration, migrateRuns } from "#client";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { IconButton } from "#console/ui/button";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

/** The outcome for runs that were moved. */
export function Migrated({ migration }: { migration: Migration }) {
  const t = useTexts(texts);
  const { unmigratedReasons } = useTexts(nameTexts);
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
          {unmigratedReasons[reason]} ({format.number(runs.length)})
        </p>
      ))}
    </Note>
  );
}

function MigrateDialog({ scenario, onClose }: { scenario: number; onClose: () => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [migration, setMigration] = useState<Migration | null>(null);
  const form = useForm({}, (client) => migrateRuns({ client, path: { scenario } }));
  return (
    <FormDialog
      form={form}
      title={t.migrate}
      about={t.migrateAbout}
      width="28rem"
      action={t.migrateAction}
      onClose={onClose}
      onDone={() => {
        for (const key of ["scenario-runs", "scenario-stats", "scenario-run"])
          void queries.invalidateQueries({ queryKey: [key] });
      }}
      next={({ data }) => setMigration(data)}
      result={migration && <Migrated migration={migration} />}
    />
  );
}

/** Moves the runs of older versions to the newest, and says what has become of them. */
export function Migrate({ scenario }: { scenario: number }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t.migrate} icon={<ArrowUpToLine />} onClick={() => setOpen(true)} />
      {isOpen && <MigrateDialog scenario={scenario} onClose={() => setOpen(false)} />}
    </>
  );
}
