import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Client, createShortLink, createTag, type ShortLink, type Tag } from "#client";
import { TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import { useLatest } from "#console/ui/use-latest";
import { useAdded, useNames } from "../names";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";

type Then<Created> = { onCreated: (created: Created) => void; onClose: () => void };

/** A small form that creates something where it is to be chosen. It begins with the focus. */
function NewForm<Values extends object, Created>({
  label,
  initial,
  create,
  onCreated,
  onClose,
  children,
}: Then<Created> & {
  label: string;
  initial: Values;
  create: (client: Client, values: Values) => Promise<Created>;
  children: (form: ReturnType<typeof useForm<Values, Created>>) => ReactNode;
}) {
  const g = useTexts(general);
  const form = useForm(initial, create);
  const latest = useLatest(onCreated);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
  }, []);
  return (
    <fieldset
      ref={box}
      className={styles.item}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <legend className="visually-hidden">{label}</legend>
      <Form
        form={form}
        next={(created) => {
          latest.current(created);
          onClose();
        }}
      >
        <Stack gap={2}>
          {children(form)}
          <Row gap={2}>
            <Button type="submit" size="small" kind="primary" isBusy={form.isBusy}>
              {g.create}
            </Button>
            <Button size="small" onClick={onClose}>
              {g.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </fieldset>
  );
}

/** Creates a tag. One that is called the same is chosen instead. */
export function NewTag(then: Then<{ id: number }>) {
  const t = useTexts(fieldTexts);
  const { tags } = useNames();
  const add = useAdded<Tag>("tags");
  const isSame = (one: string, other: string) =>
    one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
  return (
    <NewForm
      {...then}
      label={t.newTag}
      initial={{ label: "" }}
      create={async (client, { label }) => {
        const known = tags.find(({ name }) => isSame(name, label));
        if (known) return known;
        const { data } = await createTag({ client, body: { label: label.trim() } });
        add(data);
        return data;
      }}
    >
      {(form) => <TextField form={form} name="label" label={t.tagName} maxLength={255} />}
    </NewForm>
  );
}

/** Creates a short link. */
export function NewLink(then: Then<ShortLink>) {
  const t = useTexts(fieldTexts);
  const add = useAdded<ShortLink>("short-links");
  return (
    <NewForm
      {...then}
      label={t.newLink}
      initial={{ destination_url: "", slug: "" }}
      create={async (client, { destination_url: url, slug }) => {
        const body = { destination_url: url.trim(), slug: slug.trim() || null };
        const { data } = await createShortLink({ client, body });
        add(data);
        return data;
      }}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="destination_url"
            label={t.linkDestination}
            hint={t.linkDestinationHint}
            inputMode="url"
            dir="ltr"
            spellCheck={false}
          />
          <TextField
            form={form}
            name="slug"
            label={t.linkSlug}
            hint={t.linkSlugHint}
            dir="ltr"
            spellCheck={false}
          />
        </>
      )}
    </NewForm>
  );
}

const CREATED = {
  tags: { may: "tags:write", New: NewTag },
  links: { may: "short-links:write", New: NewLink },
} as const;

/** Offers to create what a choice does not have yet. The new one is chosen, and has the focus. */
export function Create({
  what,
  choice,
  onCreated,
}: {
  what: keyof typeof CREATED;
  /** The id of the control that chooses. */
  choice: string;
  onCreated: (id: number) => void;
}) {
  const t = useTexts(fieldTexts);
  const [isOpen, setOpen] = useState(false);
  const { may, New } = CREATED[what];
  if (!useMay(may)) return null;
  const close = () => {
    setOpen(false);
    document.getElementById(choice)?.focus();
  };
  if (isOpen) return <New onCreated={({ id }) => onCreated(id)} onClose={close} />;
  return (
    <Button
      size="small"
      kind="quiet"
      icon={<Plus />}
      className={styles.create}
      onClick={() => setOpen(true)}
    >
      {what === "tags" ? t.newTag : t.newLink}
    </Button>
  );
}
