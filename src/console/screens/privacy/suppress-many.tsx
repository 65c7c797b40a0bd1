import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addSuppressions, type Client } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, TextArea } from "#console/ui/field";
import { Progress } from "#console/ui/layout";
import { Note, ProblemNote } from "#console/ui/states";
import { contactOf } from "./contact-of";
import styles from "./privacy.module.css";
import { suppressionTexts } from "./suppression-texts";

const MOST_AT_ONCE = 1_000;
const SHOWN_ERRORS = 20;

type Line = { line: number; address: string };
type Result = { created: number; exists: number; invalid: { line: number; text: string }[] };

/** The first cell of each line that has one. */
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .map((line, index) => ({ line: index + 1, address: line.split(/[,;\t]/)[0]?.trim() ?? "" }))
    .filter(({ address }) => address !== "");

async function addAll(client: Client, lines: Line[], onProgress: (share: number) => void) {
  const result: Result = { created: 0, exists: 0, invalid: [] };
  for (let from = 0; from < lines.length; from += MOST_AT_ONCE) {
    const some = lines.slice(from, from + MOST_AT_ONCE);
    const suppressions = some.map(({ address }) => contactOf(address));
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

/** Adds pasted addresses to those that are not written to, and says which can't be any. */
export function SuppressMany({ onClose }: { onClose: () => void }) {
  const t = useTexts(suppressionTexts);
  const g = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [share, setShare] = useState(0);
  const [result, setResult] = useState<Result>();
  const lines = linesOf(text);
  const add = useAction((client) => addAll(client, lines, setShare), {
    onDone: (done) => {
      setResult(done);
      void queries.invalidateQueries({ queryKey: ["suppressions"] });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.manyTitle}
      about={t.manyAbout}
      onSubmit={() => void add.run(undefined)}
      foot={
        result ? (
          <Button kind="primary" onClick={onClose}>
            {g.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{g.cancel}</Button>
            <Button type="submit" kind="primary" disabled={lines.length === 0} isBusy={add.isBusy}>
              {t.manyAction(format.number(lines.length), lines.length === 1)}
            </Button>
          </>
        )
      }
    >
      {result ? (
        <div className={styles.stack} role="status">
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
        </div>
      ) : (
        <Field label={t.many}>
          {(control) => (
            <TextArea
              rows={10}
              spellCheck={false}
              placeholder={"+33 6 39 98 07 11"}
              value={text}
              onChange={({ target }) => setText(target.value)}
              {...control}
            />
          )}
        </Field>
      )}
      {add.isBusy && <Progress share={share} label={t.manyTitle} />}
      {add.error && <ProblemNote error={add.error} />}
    </Dialog>
  );
}
