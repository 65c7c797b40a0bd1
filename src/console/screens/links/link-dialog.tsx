import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createShortLink, type ShortLink } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { setAnswer } from "#console/data/queries";
import { useTags } from "#console/data/tags";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox, Field, Input, Select } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
import { DestinationField } from "./destination-field";
import styles from "./links.module.css";
import { bodyOf, changeLink, type LinkSettings, linkKey } from "./queries";
import { texts } from "./texts";

type TagField = "tag_on_sent_id" | "tag_on_read_id" | "tag_on_clicked_id";

const NEW: LinkSettings = {
  slug: "",
  label: null,
  destination_url: "",
  is_active: true,
  tag_on_sent_id: null,
  tag_on_read_id: null,
  tag_on_clicked_id: null,
};
const SHOWN = ["slug", "label", "destination_url"];
const SHOWN_TAGS = ["tag_on_sent_id", "tag_on_read_id", "tag_on_clicked_id"];

function useSave(link: ShortLink | undefined, onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAction(
    async (client, changes: Partial<LinkSettings>) => {
      if (link) return changeLink(client, link.id, changes);
      const settings = bodyOf({ ...NEW, ...changes });
      const body = { ...settings, slug: settings.slug.trim() || null };
      return (await createShortLink({ client, body })).data;
    },
    {
      onDone(saved) {
        setAnswer(linkKey(saved.id), saved);
        void queries.invalidateQueries({ queryKey: ["links"] });
      },
      next({ id }) {
        onClose();
        if (!link) void navigate({ to: "/links/$link", params: { link: String(id) } });
      },
    },
  );
}

/** Creates a link, or changes one. */
export function LinkDialog({ link, onClose }: { link?: ShortLink; onClose: () => void }) {
  const words = useTexts(general);
  const { form: t } = useTexts(texts);
  const [changes, setChanges] = useState<Partial<LinkSettings>>({});
  const settings = { ...(link ?? NEW), ...changes };
  const { run, isBusy, error, errors } = useSave(link, onClose);
  const mayReadTags = useMay("tags:read");
  const tags = useTags();
  const set = (change: Partial<LinkSettings>) => setChanges({ ...changes, ...change });
  const shown = mayReadTags ? [...SHOWN, ...SHOWN_TAGS] : SHOWN;
  const tagField = (field: TagField, label: string) => (
    <Field label={label} errors={errors[field]}>
      {(control) => (
        <Select
          {...control}
          value={settings[field] ?? ""}
          onChange={({ target }) => set({ [field]: target.value ? Number(target.value) : null })}
        >
          <option value="">{t.noTag}</option>
          {tags.data?.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={link ? t.edit : t.create}
      width="36rem"
      onSubmit={() => void run(changes)}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {link ? words.save : words.create}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, shown) && <ProblemNote error={error} />}
      <DestinationField
        value={settings.destination_url}
        errors={errors.destination_url}
        onChange={(destination_url) => set({ destination_url })}
      />
      <Field label={t.label} hint={t.labelHint} errors={errors.label}>
        {(control) => (
          <Input
            {...control}
            value={settings.label ?? ""}
            onChange={({ target }) => set({ label: target.value })}
          />
        )}
      </Field>
      <Field label={t.slug} hint={link ? t.slugChange : t.slugHint} errors={errors.slug}>
        {(control) => (
          <Input
            {...control}
            value={settings.slug}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set({ slug: target.value })}
          />
        )}
      </Field>
      {mayReadTags && (
        <fieldset className={styles.tags}>
          <legend>{t.tags}</legend>
          {tagField("tag_on_sent_id", t.onSent)}
          {tagField("tag_on_read_id", t.onRead)}
          {tagField("tag_on_clicked_id", t.onClicked)}
        </fieldset>
      )}
      <Checkbox
        checked={settings.is_active}
        onChange={({ target }) => set({ is_active: target.checked })}
      >
        {t.isActive}
      </Checkbox>
    </Dialog>
  );
}
