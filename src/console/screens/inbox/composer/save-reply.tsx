import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createCannedReply } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, TextArea } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";

/** Keeps a text for the whole team, to be sent again. */
export function SaveReply({ text: written, onClose }: { text: string; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const [shortcut, setShortcut] = useState("");
  const [text, setText] = useState(written);
  const save = useAction(
    (client, body: { shortcut: string; text: string }) => createCannedReply({ client, body }),
    {
      onDone({ data }) {
        void queries.invalidateQueries({ queryKey: ["inbox", "canned-replies"] });
        toast(t.savedReply(data.shortcut));
      },
      next: onClose,
    },
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.saveReply}
      onSubmit={() => void save.run({ shortcut, text })}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            {c.save}
          </Button>
        </>
      }
    >
      <Field label={t.shortcut} hint={t.shortcutHint} errors={save.errors.shortcut}>
        {(control) => (
          <Input
            {...control}
            value={shortcut}
            autoFocus
            onChange={({ target }) => setShortcut(target.value)}
          />
        )}
      </Field>
      <Field label={t.text} errors={save.errors.text}>
        {(control) => (
          <TextArea {...control} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      {save.error && !isShownAtFields(save.error, ["shortcut", "text"]) && (
        <ProblemNote error={save.error} />
      )}
    </Dialog>
  );
}
