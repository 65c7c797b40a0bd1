import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Channel, createTemplate, replaceTemplate, type Template } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, Select } from "#console/ui/field";
import { Note, ProblemNote } from "#console/ui/states";
import { changedComponents, componentsOf, contentOf, EMPTY, shownOf, writingOf } from "./content";
import { ContentFields } from "./content-fields";
import { languageFor, languagesIn } from "./languages";
import { Preview } from "./preview";
import styles from "./templates.module.css";
import { texts } from "./texts";

type Category = NonNullable<Template["category"]>;

const CATEGORIES: readonly Category[] = ["marketing", "utility", "authentication"];
const isCategory = (text: string): text is Category => CATEGORIES.some((one) => one === text);

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
  const [name, setName] = useState("");
  const { locale } = useFormat();
  const [language, setLanguage] = useState(() => languageFor(locale));
  const [category, setCategory] = useState(template ? template.category : "marketing");
  const [writing, setWriting] = useState(template ? writingOf(template) : EMPTY);
  const save = useAction(
    (client, _: null) => {
      const path = { channel: channel.id };
      return template
        ? replaceTemplate({
            client,
            path: { ...path, template: template.id },
            body: { category, components: changedComponents(template, writing) },
          })
        : createTemplate({
            client,
            path,
            body: { name, language, category, components: componentsOf(writing) },
          });
    },
    {
      onDone() {
        void queries.invalidateQueries({ queryKey: ["templates", channel.id] });
      },
      next: onClose,
    },
  );
  const { errors } = save;
  const languages = useMemo(() => languagesIn(locale), [locale]);
  const isAsked = channel.business_account_id !== null && template?.external_id !== null;
  const isShown = isShownAtFields(save.error, ["name", "language", "category", "components"]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={template ? t.editTitle(template.name) : t.new}
      width="52rem"
      onSubmit={() => void save.run(null)}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isBusy}>
            {template ? t.save : t.submit}
          </Button>
        </>
      }
    >
      <div className={styles.halves}>
        <div className={styles.stack}>
          {!template && (
            <Field label={c.name} hint={t.nameHint} errors={errors.name}>
              {(control) => (
                <Input
                  value={name}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) => setName(target.value)}
                  {...control}
                />
              )}
            </Field>
          )}
          <div className={styles.pair}>
            {!template && (
              <Field label={t.language} errors={errors.language}>
                {(control) => (
                  <Select
                    value={language}
                    onChange={({ target }) => setLanguage(target.value)}
                    {...control}
                  >
                    {languages.map((one) => (
                      <option key={one.code} value={one.code}>
                        {one.name}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            <Field label={t.category} errors={errors.category}>
              {(control) => (
                <Select
                  value={category ?? ""}
                  disabled={template?.status === "approved" || template?.status === "paused"}
                  onChange={({ target }) => isCategory(target.value) && setCategory(target.value)}
                  {...control}
                >
                  {category === null && <option value="">{t.noCategory}</option>}
                  {CATEGORIES.map((one) => (
                    <option key={one} value={one}>
                      {t.categories[one]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <ContentFields
            writing={writing}
            isAsked={isAsked}
            onChange={setWriting}
            errors={errors.components}
          />
        </div>
        <div className={classes(styles.stack, styles.seen)}>
          <Preview
            content={shownOf(writing, contentOf(template?.components ?? null))}
            examples={writing.examples}
          />
          <Note>{isAsked ? (template ? t.asksAgain : t.asks) : t.localAbout}</Note>
          {save.error && !isShown && <ProblemNote error={save.error} />}
        </div>
      </div>
    </Dialog>
  );
}
