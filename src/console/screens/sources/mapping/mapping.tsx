import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { FileInput } from "lucide-react";
import { useState } from "react";
import type { Source, SourceDeliveryStatus } from "#client";
import { setAnswer } from "#console/data/entities";
import { Faults } from "#console/data/form/faults";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { useDeliveries } from "../deliveries/queries";
import { SourceFrame } from "../frame";
import { changeSource, shownSource, sourceKey } from "../source-query";
import { ExamplePicker, PastedExample } from "./example-picker";
import styles from "./mapping.module.css";
import { readingOf } from "./reading";
import { Result } from "./result";
import { RowList } from "./row-list";
import type { Row as MappingRow } from "./rows";
import { texts } from "./texts";
import { type Example, usePreview } from "./use-preview";
import { useQuestions } from "./use-questions";
import { Values } from "./values";

/** The results of what tells little about those that are worth something. */
const DULL: readonly SourceDeliveryStatus[] = ["spam", "ignored"];

/** The example that is shown: one that was chosen or pasted, else the last that came. */
function useExample(source: Source) {
  const { delivery } = useSearch({ from: "/channels/sources/$source/mapping" });
  const [chosen, setChosen] = useState<Example | null>(
    delivery === undefined ? null : { delivery_id: delivery },
  );
  const list = useDeliveries(source.id);
  const kept = list.items.filter(({ has_body }) => has_body);
  const last = kept.find(({ status }) => !DULL.includes(status)) ?? kept[0];
  const example = chosen ?? (last ? { delivery_id: last.id } : null);
  return { list, kept, example, choose: setChosen };
}

/** The rows of a mapping as they are being changed. */
function useRows(source: Source) {
  const queries = useQueryClient();
  const c = useTexts(general);
  const form = useForm({ mapping: source.mapping as MappingRow[] }, (client, { mapping }) =>
    changeSource(client, source.id, { mapping }),
  );
  const { mapping: rows } = form.values;
  const isChanged = JSON.stringify(rows) !== JSON.stringify(source.mapping);
  return {
    form,
    rows,
    isChanged,
    change: (mapping: MappingRow[]) => form.set({ mapping }),
    onDone: ({ data }: Awaited<ReturnType<typeof changeSource>>) => {
      setAnswer(queries, sourceKey(source.id), shownSource(data));
      toast(c.saved);
    },
  };
}

function Save({
  isChanged,
  form,
  change,
  source,
}: ReturnType<typeof useRows> & { source: Source }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  return (
    <Stack gap={2}>
      <Faults form={form} at="mapping" />
      <Row gap={2} wraps>
        <Button type="submit" kind="primary" isBusy={form.isBusy} disabled={!isChanged}>
          {t.save}
        </Button>
        {isChanged && (
          <Button onClick={() => change(source.mapping as MappingRow[])}>{c.discard}</Button>
        )}
      </Row>
      <Soft size="small">{isChanged ? t.unsaved : t.saveAbout}</Soft>
    </Stack>
  );
}

function Editor({ source }: { source: Source }) {
  const t = useTexts(texts);
  const mayWrite = useMay("sources:write");
  const mayLeads = useMay("leads:write");
  const { list, kept, example, choose } = useExample(source);
  const edited = useRows(source);
  const { form, rows, change } = edited;
  const preview = usePreview(source.id, mayWrite ? example : null, rows);
  const questions = useQuestions(source, mayWrite ? kept : []);
  const { kind } = source;
  if (!mayWrite || !mayLeads) return <Note>{t.readOnly}</Note>;
  return (
    <Form form={form} className={styles.screen} onDone={edited.onDone}>
      <Card title={t.last} isPadded={false}>
        {list.isPending && <LoadingRows />}
        {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && kept.length === 0 && !preview.data && (
          <EmptyState icon={<FileInput />} title={t.none}>
            {t.noneAbout}
          </EmptyState>
        )}
        <div className={styles.picker}>
          {example && "delivery_id" in example && kept.length > 0 && (
            <ExamplePicker
              deliveries={kept}
              chosen={example.delivery_id}
              onChoose={(delivery_id) => choose({ delivery_id })}
            />
          )}
          {list.isSuccess && kept.length === 0 && (
            <PastedExample onPaste={(body) => choose({ body })} />
          )}
        </div>
        {preview.error && <ProblemNote error={preview.error} />}
        {example && !preview.data && !preview.error && <LoadingRows />}
        {preview.data && (
          <Values
            kind={kind}
            reading={readingOf(preview.data.item)}
            questions={questions}
            rows={rows}
            onChange={change}
          />
        )}
      </Card>
      <div className={styles.side}>
        <Card title={t.comes}>
          <Stack gap={4}>
            {preview.data ? <Result preview={preview.data} /> : <Soft>{t.comesLater}</Soft>}
            <Save {...edited} source={source} />
          </Stack>
        </Card>
        <Card title={t.rows}>
          <RowList kind={kind} blank={preview.data?.blank ?? []} rows={rows} onChange={change} />
        </Card>
      </div>
    </Form>
  );
}

/** The values of the last body beside what becomes of them, live. */
export default function Mapping() {
  return <SourceFrame>{(source) => <Editor key={source.id} source={source} />}</SourceFrame>;
}
