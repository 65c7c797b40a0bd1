import type { Conversation } from "#client";
import { AreaField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { setDraft } from "./drafts";
import { send } from "./outbox";
import { texts } from "./texts";

const MOST_CHARACTERS = 1_024;

/** Asks the lead for its number by a message with a button. It begins with the draft, if any. */
export default function AskNumber({
  conversation: { id },
  text: begun,
  onClose,
}: {
  conversation: Conversation;
  text: string;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const session = useSession();
  const form = useForm({ text: begun.trim() || t.number.question }, async (_, values) => {
    const text = values.text.trim();
    const body = { type: "request_phone" as const, text };
    send(session, { conversation: id, kind: "message", body, text });
    setDraft(session, id, { text: "" });
  });
  return (
    <FormDialog
      form={form}
      title={t.number.ask}
      about={t.number.about}
      action={t.send}
      isReady={form.values.text.trim() !== ""}
      onClose={onClose}
    >
      <AreaField form={form} name="text" label={t.text} maxLength={MOST_CHARACTERS} />
    </FormDialog>
  );
}
