import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addSuppressions, type Client, type ConsentScope } from "#client";
import { AreaField, SelectField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Progress } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { contactOf } from "./contact-of";
import { suppressionTexts } from "./suppression-texts";

const MOST_AT_ONCE = 1_000;
const SHOWN_ERRORS = 20;

type Values = { text: string; scope: ConsentScope };
type Line = { line: number; address: string };
type Result = { created: number; exists: number; invalid: { line: number; text: string }[] };

/** The first cell of each line that has one. */
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .map((line, index) => ({ line: index + 1, address: line.split(/[,;\t]/)[0]?.trim() ?? "" }))
    .filter(({ address }) => address !== "");

async function addAll(
  client: Client,
  lines: Line[],
  scope: ConsentScope,
  onProgress: (share: number) => void,
) {
  const result: Result = { created: 0, exists: 0, invalid: [] };
  for (let from = 0; from < lines.length; from += MOST_AT_ONCE) {
    const some = lines.slice(from, from + MOST_AT_ONCE);
    const suppressions = some.map(({ address }) => ({ ...contactOf(address), scope }));
    const { data, meta } = await addSuppressions({ client, body: { suppressions } });
    result.created += meta.counts.created;
    result.exists += meta.counts.exists;
    for (const { index, errors } of data)
      if (errors)
        result.invalid.push({
          line: some[index]?.line ?? 0,
          text: Object.values(errors).flat().join(" "),
        });
    onProgress((from + some.length) / lines.length);
  }
  return result;
}

/** The number that were added, and those that could not be. */
function Outcome({ result }: { result: Result }) {
  const t = useTexts(suppressionTexts);
  const format = useFormat();
  return (
    <Stack gap={4} role="status">
      <Note tone="green">
        {t.result(format.number(result.created), format.number(result.exists))}
      </Note>
      {result.invalid.length > 0 && (
        <Note tone="amber">
          <p>{t.invalid(format.number(result.invalid.length))}</p>
          <ul>
            {result.invalid.slice(0, SHOWN_ERRORS).map((one) => (
              <li key={one.line}>{t.invalidLine(format.number(one.line), one.text)}</li>
            ))}
          </ul>
        </Note>
      )}
    </Stack>
  );
}

/** Adds pasted addresses to those that are not written to, and says which can't be any. */
export function SuppressMany({ onClose }: { onClose: () => void }) {
  const t = useTexts(suppressionTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const [result, setResult] = useState<Result>();
  const { consentScopes } = useTexts(nameTexts);
  const form = useForm<Values, Result>({ text: "", scope: "all" }, (client, { text, scope }) =>
    addAll(client, linesOf(text), scope, setShare),
  );
  const { length } = linesOf(form.values.text);
  return (
    <FormDialog
      form={form}
      title={t.manyTitle}
      about={t.manyAbout}
      action={t.manyAction(format.number(length), length === 1)}
      isReady={length > 0}
      result={result && <Outcome result={result} />}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ["suppressions"] })}
      next={setResult}
    >
      <AreaField
        form={form}
        name="text"
        label={t.many}
        rows={10}
        spellCheck={false}
        placeholder="+33 6 39 98 07 11"
      />
      <SelectField form={form} name="scope" label={t.scope} options={consentScopes} />
      {form.isBusy && <Progress share={share} label={t.manyTitle} />}
    </FormDialog>
  );
}
