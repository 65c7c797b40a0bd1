import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { createShortLink, type ShortLink } from "#client";
import { setAnswer } from "#console/data/entities";
import { CheckField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { over, useForm } from "#console/data/form/use-form";
import { useTags } from "#console/data/tags";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { DestinationField } from "./destination-field";
import styles from "./links.module.css";
import { bodyOf, changeLink, type LinkSettings, linkKey } from "./queries";
import { texts } from "./texts";

const NEW: LinkSettings = {
  slug: "",
  label: null,
  destination_url: "",
  is_active: true,
  tag_on_sent_id: null,
  tag_on_read_id: null,
  tag_on_clicked_id: null,
};

/** Creates a link, or changes one. */
export function LinkDialog({ link, onClose }: { link?: ShortLink; onClose: () => void }) {
  const words = useTexts(general);
  const { form: t } = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = over(
    link ?? NEW,
    useForm({}, async (client, changes: Partial<LinkSettings>) => {
      if (link) return changeLink(client, link.id, changes);
      const settings = bodyOf({ ...NEW, ...changes });
      const body = { ...settings, slug: settings.slug.trim() || null };
      return (await createShortLink({ client, body })).data;
    }),
  );
  const mayReadTags = useMay("tags:read");
  const tags = useTags().data?.map(({ id, label }) => [id, label] as const) ?? [];
  const tag = { form, options: tags, none: t.noTag };
  return (
    <FormDialog
      form={form}
      title={link ? t.edit : t.create}
      width="36rem"
      action={link ? words.save : words.create}
      onClose={onClose}
      onDone={(saved) => {
        setAnswer(queries, linkKey(saved.id), saved);
        void queries.invalidateQueries({ queryKey: ["links"] });
      }}
      next={({ id }) => {
        onClose();
        if (!link) void navigate({ to: "/links/$link", params: { link: String(id) } });
      }}
    >
      <DestinationField form={form} />
      <TextField form={form} name="label" label={t.label} hint={t.labelHint} />
      <TextField
        form={form}
        name="slug"
        label={t.slug}
        hint={link ? t.slugChange : t.slugHint}
        dir="ltr"
        spellCheck={false}
      />
      {mayReadTags && (
        <fieldset className={styles.tags}>
          <legend>{t.tags}</legend>
          <SelectField {...tag} name="tag_on_sent_id" label={t.onSent} />
          <SelectField {...tag} name="tag_on_read_id" label={t.onRead} />
          <SelectField {...tag} name="tag_on_clicked_id" label={t.onClicked} />
        </fieldset>
      )}
      <CheckField form={form} name="is_active" label={t.isActive} />
    </FormDialog>
  );
}
