import { useState } from "react";
import { type Conversation, updateConversation } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { useConversationActions } from "./actions";
import { fieldOf, readSnooze, snoozeTimes } from "./snooze-times";
import { texts } from "./texts";

const LAST = "9999-12-31T23:59";
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");

/** Asks until when a conversation is put away. */
export function SnoozeDialog({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const t = useTexts(texts).snoozeDialog;
  const format = useFormat();
  const { snoozed } = useConversationActions();
  const [isTried, setTried] = useState(false);
  const form = useForm(
    () => ({ until: fieldOf(snoozeTimes().tomorrow) }),
    (client, { until }) =>
      updateConversation({
        client,
        path: { conversation: conversation.id },
        body: { state: "snoozed", snoozed_until: new Date(until).toISOString() },
      }),
  );
  const until = readSnooze(form.values.until);
  const isWrong = typeof until === "string";
  const done = { onDone: ({ data }: { data: Conversation }) => snoozed(data), next: onClose };
  return (
    <FormDialog
      form={form}
      title={t.title}
      about={t.about}
      width="26rem"
      action={t.action}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!isWrong) void form.run(done);
      }}
    >
      <TextField
        form={form}
        name="until"
        at="snoozed_until"
        label={t.at}
        hint={isWrong ? t.zone(zone()) : t.hint(format.relative(until), zone())}
        fault={isTried && isWrong && t[until]}
        type="datetime-local"
        min={fieldOf(new Date())}
        max={LAST}
      />
    </FormDialog>
  );
}
