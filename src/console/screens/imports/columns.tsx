import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Import, startImport } from "#client";
import { FormNote } from "#console/data/form/form";
import { fieldsOf } from "#console/data/form/use-form";
import { useAction } from "#console/data/forms";
import { useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { columnTexts } from "./column-texts";
import styles from "./columns.module.css";
import { Consent } from "./consent";
import { startOf, undecidedOf, useDraft } from "./draft";
import { MappedColumn } from "./mapped-column";
import { Options } from "./options";
import { putImport } from "./put-import";
import { samplesOf } from "./samples";
import { isTarget, keyedTarget, NAMING } from "./targets";
import { useTargetNames } from "./use-target-names";

const lacksKey = (target: string) => keyedTarget(target)?.key.trim() === "";

function Problems({ targets }: { targets: string[] }) {
  const t = useTexts(columnTexts);
  const names = useTargetNames();
  const twice = targets.find(
    (target, at) => isTarget(target) && target !== "tags" && targets.indexOf(target) !== at,
  );
  const isNobody = !targets.some((target) => NAMING.includes(target));
  return (
    <>
      {isNobody && <Note tone="amber">{t.nobody}</Note>}
      {twice !== undefined && isTarget(twice) && <Note>{t.twice(names[twice])}</Note>}
    </>
  );
}

/** The step in which the columns are mapped, and in which it is said how to import them. */
export function Columns({
  one,
  isSending,
  onStarted,
}: {
  one: Import;
  isSending: boolean;
  onStarted: () => void;
}) {
  const t = useTexts(columnTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const session = useSession();
  const [isTried, setTried] = useState(false);
  const [draft, change] = useDraft(one, useMay("tags:write"));
  const { data: samples } = useQuery({
    queryKey: ["imports", "samples", one.id],
    queryFn: () => samplesOf(session, one),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const start = useAction(
    (client) => startImport({ client, path: { import: one.id }, body: startOf(draft, true) }),
    { onDone: ({ data }) => putImport(queries, data), next: onStarted },
  );
  const columns = one.columns ?? [];
  const targets = columns.map((column) => draft.mapping[column] ?? "ignore");
  const mapped = targets.filter((target) => target !== "ignore");
  const undecided = undecidedOf(one, draft);
  const isDecided = undecided.length === 0 || draft.ignoreConsent === true;
  const shown = [
    ...columns.map((column) => `mapping.${column}`),
    ...["mode", "match_by", "create_tags", "notify", "tags", "default_country"],
  ];
  return (
    <form
      className={styles.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isDecided && !targets.some(lacksKey)) void start.run(undefined);
      }}
    >
      <Card title={t.title} isPadded={false}>
        <Stack gap={3} className={styles.lead}>
          <Soft>
            {t.about(format.number(mapped.length), format.number(columns.length))}
            {samples === null && ` ${t.samplesElsewhere}`}
          </Soft>
          <Problems targets={mapped} />
          {undecided.length > 0 && (
            <Consent
              columns={undecided}
              isIgnored={draft.ignoreConsent ?? false}
              isWanted={isTried}
              onIgnore={(ignoreConsent) => change({ ignoreConsent })}
            />
          )}
        </Stack>
        <div className={styles.mappingHead} aria-hidden="true">
          <span>{t.column}</span>
          <span>{t.becomes}</span>
        </div>
        <ul>
          {columns.map((column, index) => (
            <MappedColumn
              key={column}
              column={column}
              target={targets[index] ?? "ignore"}
              samples={samples?.[index]}
              isKeyWanted={isTried}
              isUndecided={!draft.ignoreConsent && undecided.includes(column)}
              errors={start.errors[`mapping.${column}`]}
              onChange={(target) => change({ mapping: { ...draft.mapping, [column]: target } })}
            />
          ))}
        </ul>
      </Card>
      <Stack gap={3}>
        <Card title={t.how}>
          <Options form={fieldsOf(draft, change, start.errors)} />
        </Card>
        <FormNote error={start.error} shown={shown} />
        {isSending && <Note>{t.incomplete}</Note>}
        <Button type="submit" kind="primary" isBusy={start.isBusy} disabled={isSending}>
          {t.check}
        </Button>
        <Soft>{t.checkAbout}</Soft>
      </Stack>
    </form>
  );
}
