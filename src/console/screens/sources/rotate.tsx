import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rotateSourceKey, rotateSourceSecret, type Source } from "#client";
import { NumberField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { CopyText } from "#console/ui/layout";
import { Note } from "#console/ui/states";
import { sourceKey } from "./source-query";
import { texts } from "./texts";

type Props = { source: Source; onClose: () => void };

const KEEP_HOURS = 24;

const hoursIn = (hours: number | null) => (hours === null ? {} : { keep_hours: hours });

/** Reads the source anew, which says until when that of before holds. */
function useRefresh({ id }: Source) {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: sourceKey(id) });
}

/** Gives a source another URL, and shows it. */
export function RotateKey({ source, onClose }: Props) {
  const t = useTexts(texts);
  const refresh = useRefresh(source);
  const [url, setUrl] = useState<string | null>(null);
  const form = useForm({ keep_hours: KEEP_HOURS as number | null }, (client, { keep_hours }) =>
    rotateSourceKey({ client, path: { source: source.id }, body: hoursIn(keep_hours) }),
  );
  return (
    <FormDialog
      form={form}
      title={t.rotateKey}
      about={t.rotateKeyAbout}
      action={t.rotateKey}
      onClose={onClose}
      onDone={({ data }) => {
        setUrl(data.inbound_url);
        refresh();
      }}
      next={() => undefined}
      result={
        url && (
          <>
            <Note tone="green">{t.newUrl}</Note>
            <CopyText text={url} />
          </>
        )
      }
    >
      <NumberField form={form} name="keep_hours" label={t.keepHours} max={168} />
    </FormDialog>
  );
}

/** Gives a source another secret, which is shown if it is made here. */
export function RotateSecret({ source, onClose }: Props) {
  const t = useTexts(texts);
  const refresh = useRefresh(source);
  const [made, setMade] = useState<{ secret: string | null } | null>(null);
  const form = useForm(
    { secret: "", keep_hours: KEEP_HOURS as number | null },
    (client, { secret, keep_hours }) =>
      rotateSourceSecret({
        client,
        path: { source: source.id },
        body: { ...hoursIn(keep_hours), secret: secret.trim() || null },
      }),
  );
  return (
    <FormDialog
      form={form}
      title={t.rotateSecret}
      about={t.rotateSecretAbout}
      action={t.rotateSecret}
      onClose={onClose}
      onDone={({ data }) => {
        setMade(data);
        refresh();
      }}
      next={() => undefined}
      result={
        made &&
        (made.secret === null ? (
          <Note tone="green">{t.secretTaken}</Note>
        ) : (
          <>
            <Note tone="amber">{t.newSecret}</Note>
            <CopyText text={made.secret} />
          </>
        ))
      }
    >
      <TextField
        form={form}
        name="secret"
        label={t.ownSecret}
        hint={t.ownSecretHint}
        type="password"
        spellCheck={false}
      />
      <NumberField form={form} name="keep_hours" label={t.keepHours} max={168} />
    </FormDialog>
  );
}
