import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { Import } from "#client";
import { useAction } from "#console/data/forms";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./imports.module.css";
import { putImport } from "./put-import";
import { ReadingFields } from "./reading-fields";
import { texts } from "./texts";
import { MAX_FILE_BYTES, MAX_WORKBOOK_BYTES, type Reading, sendFile } from "./upload";

const isTooLarge = ({ name, size }: File) =>
  size > (/\.xlsx$/i.test(name) ? MAX_WORKBOOK_BYTES : MAX_FILE_BYTES);

/** Takes a file by drop or by choice, sends it, and goes on to its columns. */
export function FilePicker() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const session = useSession();
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [reading, setReading] = useState<Reading>({});
  const [refusal, setRefusal] = useState<string>();
  const [name, setName] = useState("");
  const sending = useAction((_, { file }: { file: File }) => sendFile(session, file, reading), {
    onDone: (data: Import) => {
      putImport(queries, data);
      void queries.invalidateQueries({ queryKey: ["imports", "list"] });
    },
    next: ({ id }) => navigate({ to: "/leads/import/$import", params: { import: String(id) } }),
  });

  function take(files: FileList | null) {
    const file = files?.[0];
    if (input.current) input.current.value = "";
    if (!file || sending.isBusy) return;
    sending.reset();
    const wrong = file.size === 0 ? t.isEmpty : isTooLarge(file) ? t.tooLarge : undefined;
    setRefusal(wrong);
    setName(file.name);
    if (!wrong) void sending.run({ file });
  }

  return (
    <Stack gap={4}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same. */}
      <div
        className={classes(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <FileSpreadsheet size="2.25rem" color="var(--accent)" strokeWidth="1.5" />
        <p className={styles.dropTitle}>{isOver ? t.dropNow : t.drop}</p>
        <Button
          kind="primary"
          isBusy={sending.isBusy}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {sending.isBusy ? t.sendingFirst(name) : t.choose}
        </Button>
        <Soft id={hint}>{t.formats}</Soft>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.choose}
          accept=".csv,.tsv,.txt,.ndjson,.jsonl,.xlsx"
          onChange={({ target }) => take(target.files)}
        />
      </div>
      {refusal && (
        <div role="alert">
          <Note tone="red">{refusal}</Note>
        </div>
      )}
      {sending.error && <ProblemNote error={sending.error} />}
      <ReadingFields reading={reading} onChange={setReading} errors={sending.errors} />
    </Stack>
  );
}
