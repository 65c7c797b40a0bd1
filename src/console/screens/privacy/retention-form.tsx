import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Settings, type SettingsPatch, updateSettings } from "#client";
import { setAnswer } from "#console/data/entities";
import { FormField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { type Fields, over, useForm } from "#console/data/form/use-form";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Input } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
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

function PeriodField({ form, name }: { form: Fields<Typed>; name: Period }) {
  const t = useTexts(consentTexts).retention;
  return (
    <li className={styles.period}>
      <div>
        <strong>{t.names[name]}</strong>
        <Soft>{t.abouts[name]}</Soft>
      </div>
      <FormField
        form={form}
        name={name}
        label={t.daysOf(t.names[name])}
        isLabelHidden
        fault={isWrong(form.values[name]) && t.wrong}
      >
        {(control, value, change) => (
          <Row gap={2}>
            <Input
              inputMode="numeric"
              placeholder={t.forEver}
              value={value}
              onChange={({ target }) => change(target.value)}
              {...control}
            />
            <Soft as="span">{t.days}</Soft>
          </Row>
        )}
      </FormField>
    </li>
  );
}

/** Changes how long what is kept, and asks first where that deletes something. */
export function RetentionForm({ settings }: { settings: Settings }) {
  const t = useTexts(consentTexts).retention;
  const g = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const changes = useForm({} as Partial<Typed>, (client) => {
    const body: SettingsPatch = Object.fromEntries(
      changed.map((name) => [name, daysOf(form.values[name])]),
    );
    return updateSettings({ client, body });
  });
  const form = over(typedOf(settings), changes);
  const changed = periods.filter((name) => daysOf(form.values[name]) !== settings[name]);
  const shorter = changed.filter((name) => isShorter(settings[name], daysOf(form.values[name])));
  const isReady = changed.length > 0 && !periods.some((name) => isWrong(form.values[name]));
  const save = () =>
    changes.run({
      onDone(answer, sent) {
        setAnswer(queries, SETTINGS_KEY, answer);
        // A text typed since is still to be saved.
        changes.restart(sent);
        toast(g.saved);
      },
    });
  return (
    <Form
      form={changes}
      isReady={isReady}
      onSubmit={() => (shorter.length > 0 ? setAsking(true) : save())}
    >
      <Card title={t.title} isPadded={false}>
        <ul>
          {periods.map((name) => (
            <PeriodField key={name} form={form} name={name} />
          ))}
        </ul>
        <Row gap={3} wraps justify="between" className={styles.foot}>
          <Soft as="span">{t.blank}</Soft>
          <Button type="submit" kind="primary" disabled={!isReady} isBusy={changes.isBusy}>
            {t.save}
          </Button>
        </Row>
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.shorterTitle}
        about={t.shorterAbout(format.list(shorter.map((name) => t.names[name])))}
        action={t.shorterAction}
        onConfirm={save}
      />
    </Form>
  );
}
