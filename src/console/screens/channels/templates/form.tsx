import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Channel, createTemplate, replaceTemplate, type Template } from "#client";
import { NumberField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { changedComponents, componentsOf, contentOf, EMPTY, shownOf, writingOf } from "./content";
import { ContentFields } from "./content-fields";
import { languageFor, languagesIn } from "./languages";
import { Preview } from "./preview";
import styles from "./templates.module.css";
import { texts } from "./texts";

type Category = NonNullable<Template["category"]>;

/**
 * Describes a template, on a channel that is synced to WhatsApp, which is asked to approve it. With
 * `template`, changes what that one says.
 */
export function TemplateForm({
  channel,
  template,
  onClose,
}: {
  channel: Channel;
  template?: Template;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { locale } = useFormat();
  const form = useForm(
    () => ({
      name: "",
      language: languageFor(locale),
      category: template ? template.category : ("marketing" as Category | null),
      ttl_seconds: template ? template.ttl_seconds : null,
      writing: template ? writingOf(template) : EMPTY,
    }),
    (client, { name, language, category, ttl_seconds, writing }) => {
      const path = { channel: channel.id };
      return template
        ? replaceTemplate({
            client,
            path: { ...path, template: template.id },
            body: { category, ttl_seconds, components: changedComponents(template, writing) },
          })
        : createTemplate({
            client,
            path,
            body: { name, language, category, ttl_seconds, components: componentsOf(writing) },
          });
    },
  );
  const { writing } = form.values;
  const languages = useMemo(() => languagesIn(locale), [locale]);
  const isAsked = channel.business_account_id !== null && template?.external_id !== null;
  return (
    <FormDialog
      form={form}
      title={template ? t.editTitle(template.name) : t.new}
      width="52rem"
      action={template ? t.save : t.submit}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ["templates", channel.id] })}
    >
      <div className={styles.halves}>
        <Stack gap={4}>
          {!template && (
            <TextField
              form={form}
              name="name"
              label={c.name}
              hint={t.nameHint}
              spellCheck={false}
            />
          )}
          <div className={styles.pair}>
            {!template && (
              <SelectField form={form} name="language" label={t.language} options={languages} />
            )}
            <SelectField
              form={form}
              name="category"
              label={t.category}
              options={t.categories}
              {...(template?.category === null && { ask: t.noCategory })}
              disabled={template?.status === "approved" || template?.status === "paused"}
            />
          </div>
          {form.values.category && (
            <NumberField
              form={form}
              name="ttl_seconds"
              label={t.ttl}
              hint={t.ttlHints[form.values.category]}
            />
          )}
          <ContentFields form={form} isAsked={isAsked} />
        </Stack>
        <Stack gap={4} className={styles.seen}>
          <Preview
            content={shownOf(writing, contentOf(template?.components ?? null))}
            examples={writing.examples}
          />
          <Note>{isAsked ? (template ? t.asksAgain : t.asks) : t.localAbout}</Note>
        </Stack>
      </div>
    </FormDialog>
  );
}
