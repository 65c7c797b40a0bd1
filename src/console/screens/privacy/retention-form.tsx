import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Settings, type SettingsPatch, updateSettings } from "#client";
import { setAnswer } from "#console/data/entities";
import { isShownAtFields, useAction } from "#console/data/forms";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Field, Input } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { consentTexts } from "./consent-texts";
import { type Period, periods } from "./periods";
import styles from "./privacy.module.css";

type Typed = Record<Period, string>;

const typedOf = (settings: Settings) =>
  Object.fromEntries(periods.map((name) => [name, String(settings[name] ?? "")])) as Typed;

const daysOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));

const isWrong = (typed: string) => !/^\d*$/.test(typed.trim());

/** Less is kept than before. */
const isShorter = (before: number | null, after: number | null) =>
  after !== null && (before === null || after < before);

/** Changes how long what is kept, and asks first where that deletes something. */
export function RetentionForm({ settings }: { settings: Settings }) {
  const t = useTexts(consentTexts).retention;
  const g = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Typed>>({});
  const typed = { ...typedOf(settings), ...draft };
  const [isAsking, setAsking] = useState(false);
  const changed = periods.filter((name) => daysOf(typed[name]) !== settings[name]);
  const shorter = changed.filter((name) => isShorter(settings[name], daysOf(typed[name])));
  const save = useAction(
    (client, _: Partial<Typed>) => {
      const body: SettingsPatch = Object.fromEntries(
        changed.map((name) => [name, daysOf(typed[name])]),
      );
      return updateSettings({ client, body });
    },
    {
      onDone: (answer, sent) => {
        setAnswer(queries, SETTINGS_KEY, answer);
        // What has been typed since is still to be saved.
        setDraft((now) => (now === sent ? {} : now));
        toast(g.saved);
      },
    },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (shorter.length > 0) setAsking(true);
        else void save.run(draft);
      }}
    >
      <Card title={t.title} isPadded={false}>
        <ul>
          {periods.map((name) => (
            <li key={name} className={styles.period}>
              <div>
                <strong>{t.names[name]}</strong>
                <p className={styles.soft}>{t.abouts[name]}</p>
              </div>
              <Field
                label={t.daysOf(t.names[name])}
                isLabelHidden
                errors={isWrong(typed[name]) ? [t.wrong] : save.errors[name]}
              >
                {(control) => (
                  <div className={styles.daysField}>
                    <Input
                      inputMode="numeric"
                      placeholder={t.forEver}
                      value={typed[name]}
                      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
                      {...control}
                    />
                    <span className={styles.soft}>{t.days}</span>
                  </div>
                )}
              </Field>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <span className={styles.soft}>{t.blank}</span>
          <Button
            type="submit"
            kind="primary"
            disabled={changed.length === 0 || periods.some((name) => isWrong(typed[name]))}
            isBusy={save.isBusy}
          >
            {t.save}
          </Button>
        </div>
        {save.error && !isShownAtFields(save.error, periods) && <ProblemNote error={save.error} />}
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.shorterTitle}
        about={t.shorterAbout(format.list(shorter.map((name) => t.names[name])))}
        action={t.shorterAction}
        onConfirm={() => save.run(draft)}
      />
    </form>
  );
}
