import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { type Settings, updateSettings } from "#client";
import { setAnswer } from "#console/data/entities";
import { isShownAtFields, useAction } from "#console/data/forms";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { texts } from "../texts";
import styles from "./general.module.css";

export type GroupForm = {
  values: Settings;
  set: (change: Partial<Settings>) => void;
  /** The API's messages of a setting, also of one of its items. */
  errorsOf: (name: keyof Settings) => string[];
  isReadOnly: boolean;
};

/** Settings that belong together, and are saved together: only those that were changed. */
export function Group({
  title,
  about,
  settings,
  fields,
  children,
}: {
  title: string;
  about: string;
  settings: Settings;
  /** The settings that it shows. */
  fields: readonly (keyof Settings)[];
  children: (form: GroupForm) => ReactNode;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const mayWrite = useMay("settings:write");
  const [draft, setDraft] = useState<Partial<Settings>>({});
  const { run, isBusy, error, errors, reset } = useAction(
    (client, body: Partial<Settings>) => updateSettings({ client, body }),
    {
      onDone(answer, sent) {
        setAnswer(queries, SETTINGS_KEY, answer);
        // What has been changed since is still to be saved.
        setDraft((now) => (now === sent ? {} : now));
        toast(c.saved);
      },
    },
  );
  const ownErrors = Object.keys(errors).filter((path) =>
    fields.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  const form: GroupForm = {
    values: { ...settings, ...draft },
    set: (change) => setDraft({ ...draft, ...change }),
    errorsOf: (name) =>
      ownErrors
        .filter((path) => path === name || path.startsWith(`${name}.`))
        .flatMap((path) => errors[path] ?? []),
    isReadOnly: !mayWrite,
  };
  const isChanged = Object.keys(draft).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(draft);
  };
  const discard = () => {
    setDraft({});
    reset();
  };
  return (
    <Card title={title}>
      <form className={styles.group} noValidate onSubmit={submit}>
        <p className={styles.about}>{about}</p>
        <div className={styles.fields}>{children(form)}</div>
        {error && !isShownAtFields(error, ownErrors) && <ProblemNote error={error} />}
        {isChanged && (
          <div className={styles.foot}>
            <span role="status">{t.unsaved}</span>
            <Button size="small" onClick={discard}>
              {t.discard}
            </Button>
            <Button size="small" type="submit" kind="primary" isBusy={isBusy}>
              {c.save}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
