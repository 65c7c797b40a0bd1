import {
  type CannedReply,
  type CannedReplyInput,
  createCannedReply,
  replaceCannedReply,
} from "#client";
import { AreaField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { texts } from "../texts";

/** Creates a canned reply, or changes one. */
export function ReplyForm({
  reply,
  onClose,
  onSaved,
}: {
  reply: CannedReply | null;
  onClose: () => void;
  onSaved: () => unknown;
}) {
  const { replies: t } = useTexts(texts);
  const c = useTexts(general);
  const form = useForm(
    {
      shortcut: reply?.shortcut ?? "",
      text: reply?.text ?? "",
      platform: reply?.platform ?? null,
    },
    (client, body: CannedReplyInput) =>
      reply
        ? replaceCannedReply({
            client,
            path: { cannedReply: reply.id },
            // The members that have no field here stay as they are.
            body: { ...reply, ...body },
          })
        : createCannedReply({ client, body }),
  );
  return (
    <FormDialog
      form={form}
      title={reply ? t.edit(reply.shortcut) : t.create}
      action={reply ? c.save : c.create}
      onClose={onClose}
      onDone={onSaved}
    >
      <TextField form={form} name="shortcut" label={t.shortcut} hint={t.shortcutHint} />
      <AreaField form={form} name="text" label={t.text} hint={t.textHint} rows={6} dir="auto" />
      <SelectField
        form={form}
        name="platform"
        label={t.platform}
        options={c.platforms}
        none={t.anyPlatform}
      />
    </FormDialog>
  );
}
