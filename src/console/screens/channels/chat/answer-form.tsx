import type { InboundInput, Message } from "#client";
import { AreaField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

/** The answers in lines such as `course: Design`. */
const answersIn = (lines: string) =>
  Object.fromEntries(
    lines.split("\n").flatMap((line) => {
      const [, name, value] = /^\s*([^:]+?)\s*:\s*(.*)$/.exec(line) ?? [];
      return name ? [[name, value ?? ""]] : [];
    }),
  );

/** Fills in the form of a message, as its lead would. */
export function AnswerForm({
  message,
  onClose,
  onSend,
}: {
  message: Message;
  onClose: () => void;
  onSend: (content: Partial<InboundInput>) => Promise<unknown>;
}) {
  const t = useTexts(texts);
  const form = useForm({ lines: t.formExample }, (_, { lines }) =>
    onSend({
      type: "interactive",
      answers: answersIn(lines),
      answered_message_id: message.id,
    }),
  );
  const isReady = Object.keys(answersIn(form.values.lines)).length > 0;
  return (
    <FormDialog
      form={form}
      title={t.fillForm}
      about={t.fillFormAbout}
      action={t.send}
      isReady={isReady}
      onClose={onClose}
    >
      <AreaField form={form} name="lines" label={t.formAnswers} rows={4} dir="auto" />
    </FormDialog>
  );
}
