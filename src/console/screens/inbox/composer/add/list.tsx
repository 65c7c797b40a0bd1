import { type Limits, platformLimits } from "virtual:platforms";
import { Plus, Trash2 } from "lucide-react";
import { AreaField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Part } from "#console/ui/part";
import { texts } from "../texts";
import { type AddProps, itemsOf, useMessageForm } from "./message-form";

const NEW = { title: "", description: "" };
/** The place of all rows in the message. */
const SECTION = "list.sections.0.";

function RowFields({
  form,
  place,
  limits,
  onRemove,
}: {
  form: Fields<typeof NEW>;
  place: number;
  limits: Limits["list"];
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(texts).add;
  return (
    <Part title={t.list.row(place + 1)}>
      <TextField form={form} name="title" label={t.list.rowTitle} maxLength={limits.title} />
      {limits.description !== null && (
        <TextField
          form={form}
          name="description"
          label={t.list.description}
          maxLength={limits.description}
        />
      )}
      {onRemove && (
        <div>
          <Button size="small" icon={<Trash2 />} onClick={onRemove}>
            {t.list.remove(place + 1)}
          </Button>
        </div>
      )}
    </Part>
  );
}

/** Sends a text with rows, one of which the lead chooses. */
export default function AddList({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const { list: limits } = platformLimits[conversation.platform];
  const form = useMessageForm(
    conversation,
    { text: text.trim(), button: t.list.choose, rows: [NEW, NEW] },
    ({ button, rows, ...message }) => ({
      ...{ type: "list", ...message },
      list: { button, sections: [{ rows }] },
    }),
    (values) => values.text,
  );
  const { button, rows } = form.values;
  const needed = [form.values.text, button, ...rows.map(({ title }) => title)];
  return (
    <FormDialog
      form={form}
      title={t.list.title}
      about={limits.button === null ? t.list.flatAbout : t.list.about(limits.rows)}
      action={t.send}
      isReady={needed.every((value) => value.trim() !== "")}
      onClose={onClose}
    >
      <AreaField form={form} name="text" label={t.text} />
      {limits.button !== null && (
        <TextField
          form={form}
          name="button"
          at="list.button"
          label={t.list.open}
          maxLength={limits.button}
        />
      )}
      {itemsOf({ ...form, path: SECTION }, "rows").map((row, place) => (
        // Rows have no ids of their own.
        <RowFields
          key={place}
          form={row}
          place={place}
          limits={limits}
          onRemove={
            rows.length > 1 ? () => form.set({ rows: rows.toSpliced(place, 1) }) : undefined
          }
        />
      ))}
      {rows.length < limits.rows && (
        <Button size="small" icon={<Plus />} onClick={() => form.set({ rows: [...rows, NEW] })}>
          {t.list.add}
        </Button>
      )}
    </FormDialog>
  );
}
