import { useState } from "react";
import { type Conversation, updateConversation } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
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
  const c = useTexts(general);
  const format = useFormat();
  const { snoozed } = useConversationActions();
  const [field, setField] = useState(() => fieldOf(snoozeTimes().tomorrow));
  const [isTried, setTried] = useState(false);
  const { run, isBusy, error, errors, reset } = useAction(
    (client, snoozed_until: string) =>
      updateConversation({
        client,
        path: { conversation: conversation.id },
        body: { state: "snoozed", snoozed_until },
      }),
    { onDone: ({ data }) => snoozed(data), next: onClose },
  );
  const until = readSnooze(field);
  const wrong = typeof until === "string" ? [t[until]] : errors.snoozed_until;

  function submit() {
    setTried(true);
    if (typeof until !== "string") void run(until.toISOString());
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      about={t.about}
      width="26rem"
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t.action}
          </Button>
        </>
      }
    >
      <Field
        label={t.at}
        hint={typeof until === "string" ? t.zone(zone()) : t.hint(format.relative(until), zone())}
        errors={isTried ? wrong : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            min={fieldOf(new Date())}
            max={LAST}
            autoFocus
            value={field}
            onChange={({ target }) => {
              setField(target.value);
              reset();
            }}
          />
        )}
      </Field>
      {error && !isShownAtFields(error, ["snoozed_until"]) && <ProblemNote error={error} />}
    </Dialog>
  );
}
