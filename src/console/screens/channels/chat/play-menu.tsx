import { Plus } from "lucide-react";
import { useState } from "react";
import type { InboundInput, Platform } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Menu, MenuItem } from "#console/ui/menu";
import { FIRST_VALUES, isPlayable, type PlayName, playOf, playsOn } from "./plays";
import { texts } from "./texts";

export type PlayActions = {
  onMessage: (content: Partial<InboundInput>) => Promise<unknown>;
  onComment: (text: string, post: string) => Promise<unknown>;
};

/** Asks for what a play needs. */
function PlayDialog({
  name,
  onClose,
  onMessage,
  onComment,
}: PlayActions & { name: PlayName; onClose: () => void }) {
  const t = useTexts(texts);
  const { fields, contentOf } = playOf(name);
  const form = useForm(FIRST_VALUES, async (_, values) => {
    const content = contentOf(values);
    await (content ? onMessage(content) : onComment(values.text.trim(), values.post.trim()));
  });
  return (
    <FormDialog
      form={form}
      title={t.plays[name]}
      about={t.playsAbout[name]}
      action={t.send}
      isReady={isPlayable(name, form.values)}
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextField key={field} form={form} name={field} label={t.playFields[field]} dir="auto" />
      ))}
    </FormDialog>
  );
}

/** All that a lead, or a colleague, can do beside texts and files. */
export function PlayMenu({ platform, ...actions }: PlayActions & { platform: Platform }) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<PlayName | null>(null);
  return (
    <>
      <Menu side="top" align="start" trigger={<IconButton label={t.playMenu} icon={<Plus />} />}>
        {playsOn(platform).map((name) => {
          const { Icon } = playOf(name);
          return (
            <MenuItem key={name} icon={<Icon />} onSelect={() => setChosen(name)}>
              {t.plays[name]}
            </MenuItem>
          );
        })}
      </Menu>
      {chosen && <PlayDialog name={chosen} onClose={() => setChosen(null)} {...actions} />}
    </>
  );
}
