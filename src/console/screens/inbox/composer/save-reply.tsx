import { useQueryClient } from "@tanstack/react-query";
import { createCannedReply } from "#client";
import { AreaField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";

/** Keeps a text for the whole team, to be sent again. */
export function SaveReply({ text: written, onClose }: { text: string; onClose: () => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const form = useForm({ shortcut: "", text: written }, (client, body) =>
    createCannedReply({ client, body }),
  );
  return (
    <FormDialog
      form={form}
      title={t.saveReply}
      onClose={onClose}
      onDone={({ data }) => {
        void queries.invalidateQueries({ queryKey: ["inbox", "canned-replies"] });
        toast(t.savedReply(data.shortcut));
      }}
    >
      <TextField form={form} name="shortcut" label={t.shortcut} hint={t.shortcutHint} />
      <AreaField form={form} name="text" label={t.text} />
    </FormDialog>
  );
}
