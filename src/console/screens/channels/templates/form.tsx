import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Channel, createTemplate, type Template } from "../../../../client/index";
import { isShownAtFields, useAction } from "../../../data/forms";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Button } from "../../../ui/button";
import { classes } from "../../../ui/classes";
import { Dialog } from "../../../ui/dialog";
import { Field, Input, Select, TextArea } from "../../../ui/field";
import { Note, ProblemNote } from "../../../ui/states";
import { type Content, componentsOf, parametersIn } from "./content";
import { Preview } from "./preview";
import styles from "./templates.module.css";
import { texts } from "./texts";

type Category = NonNullable<Template["category"]>;

const EMPTY: Content = { header: "", format: null, body: "", footer: "", buttons: [] };
const CATEGORIES: readonly Category[] = ["marketing", "utility", "authentication"];
const MOST_BUTTONS = 3;

const isCategory = (text: string): text is Category => CATEGORIES.some((one) => one === text);

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MOST_BUTTONS);

/** Describes a template, on a channel that is synced to WhatsApp, which is asked to approve it. */
export function TemplateForm({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [language, setLanguage] = useState("en");
  const [category, setCategory] = useState<Category>("marketing");
  const [content, setContent] = useState(EMPTY);
  const [buttons, setButtons] = useState("");
  const [examples, setExamples] = useState<Record<string, string>>({});
  const whole = { ...content, buttons: linesOf(buttons) };
  const create = useAction(
    (client, _: null) =>
      createTemplate({
        client,
        path: { channel: channel.id },
        body: { name, language, category, components: componentsOf(whole, examples) },
      }),
    {
      onDone() {
        void queries.invalidateQueries({ queryKey: ["templates", channel.id] });
        onClose();
      },
    },
  );
  const { errors } = create;
  const set = (part: Partial<Content>) => setContent({ ...content, ...part });
  const isShown = isShownAtFields(create.error, ["name", "language", "category", "components"]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.new}
      width="52rem"
      onSubmit={() => void create.run(null)}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={create.isBusy}>
            {t.submit}
          </Button>
        </>
      }
    >
      <div className={styles.halves}>
        <div className={styles.stack}>
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
          <div className={styles.pair}>
            <Field label={t.language} hint={t.languageHint} errors={errors.language}>
              {(control) => (
                <Input
                  value={language}
                  onChange={({ target }) => setLanguage(target.value)}
                  {...control}
                />
              )}
            </Field>
            <Field label={t.category} errors={errors.category}>
              {(control) => (
                <Select
                  value={category}
                  onChange={({ target }) => isCategory(target.value) && setCategory(target.value)}
                  {...control}
                >
                  {CATEGORIES.map((one) => (
                    <option key={one} value={one}>
                      {t.categories[one]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Field label={t.header} hint={t.optional}>
            {(control) => (
              <Input
                value={content.header}
                onChange={({ target }) => set({ header: target.value })}
                {...control}
              />
            )}
          </Field>
          <Field label={t.body} hint={t.bodyHint} errors={errors.components}>
            {(control) => (
              <TextArea
                value={content.body}
                onChange={({ target }) => set({ body: target.value })}
                {...control}
              />
            )}
          </Field>
          {parametersIn(content.body).map((parameter) => (
            <Field key={parameter} label={t.exampleOf(`{{${parameter}}}`)}>
              {(control) => (
                <Input
                  value={examples[parameter] ?? ""}
                  onChange={({ target }) => setExamples({ ...examples, [parameter]: target.value })}
                  {...control}
                />
              )}
            </Field>
          ))}
          <Field label={t.footer} hint={t.optional}>
            {(control) => (
              <Input
                value={content.footer}
                onChange={({ target }) => set({ footer: target.value })}
                {...control}
              />
            )}
          </Field>
          <Field label={t.buttons} hint={t.buttonsHint}>
            {(control) => (
              <TextArea
                rows={3}
                value={buttons}
                onChange={({ target }) => setButtons(target.value)}
                {...control}
              />
            )}
          </Field>
        </div>
        <div className={classes(styles.stack, styles.seen)}>
          <Preview content={whole} examples={examples} />
          <Note>{channel.business_account_id ? t.asks : t.localAbout}</Note>
          {create.error && !isShown && <ProblemNote error={create.error} />}
        </div>
      </div>
    </Dialog>
  );
}
