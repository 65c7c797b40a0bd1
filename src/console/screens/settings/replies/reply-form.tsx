import { useState } from "react";
import {
  type CannedReply,
  type CannedReplyInput,
  createCannedReply,
  replaceCannedReply,
} from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Field, Input, Select, TextArea } from "#console/ui/field";
import { toast } from "#console/ui/toasts";
import { texts } from "../texts";

const PLATFORMS = ["whatsapp", "instagram"] as const;

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
  const [input, setInput] = useState<CannedReplyInput>({
    shortcut: reply?.shortcut ?? "",
    text: reply?.text ?? "",
    platform: reply?.platform ?? null,
  });
  const { run, errors, ...state } = useAction(
    (client, body: CannedReplyInput) =>
      reply
        ? replaceCannedReply({ client, path: { cannedReply: reply.id }, body })
        : createCannedReply({ client, body }),
    {
      onDone() {
        toast(c.saved);
        return onSaved();
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={reply ? t.edit(reply.shortcut) : t.create}
      action={reply ? c.save : c.create}
      fields={["shortcut", "text", "platform"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run(input)}
    >
      <Field label={t.shortcut} hint={t.shortcutHint} errors={errors.shortcut}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={input.shortcut}
            onChange={({ target }) => setInput({ ...input, shortcut: target.value })}
          />
        )}
      </Field>
      <Field label={t.text} hint={t.textHint} errors={errors.text}>
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            dir="auto"
            value={input.text}
            onChange={({ target }) => setInput({ ...input, text: target.value })}
          />
        )}
      </Field>
      <Field label={t.platform} errors={errors.platform}>
        {(control) => (
          <Select
            {...control}
            value={input.platform ?? ""}
            onChange={({ target }) =>
              setInput({
                ...input,
                platform: PLATFORMS.find((one) => one === target.value) ?? null,
              })
            }
          >
            <option value="">{t.anyPlatform}</option>
            {PLATFORMS.map((platform) => (
              <option key={platform} value={platform}>
                {c.platforms[platform]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
