import { type Conversation, type MessageInput, previewMessage } from "#client";
import { type Fields, setValue, useForm } from "#console/data/form/use-form";
import { useMayPreview } from "#console/data/may-do";
import { useSession } from "#console/session/session";
import { setDraft } from "../drafts";
import { send } from "../outbox";

/** The props of a dialog that sends a message. It begins with the draft's text. */
export type AddProps = { conversation: Conversation; text: string; onClose: () => void };

/**
 * A form of a message, which is sent once the API finds nothing wrong with it. `shownOf` gives the
 * text to show until it is stored.
 */
export function useMessageForm<Values extends object>(
  { id, lead_id, channel_id, platform }: Conversation,
  initial: Values | (() => Values),
  bodyOf: (values: Values) => MessageInput,
  shownOf: (values: Values) => string,
) {
  const session = useSession();
  const mayPreview = useMayPreview();
  return useForm(initial, async (client, values) => {
    const body = bodyOf(values);
    const target = channel_id === null ? { platform } : { channel_id };
    if (mayPreview) await previewMessage({ client, body: { lead_id, ...target, ...body } });
    send(session, { conversation: id, kind: "message", body, text: shownOf(values) });
    if (body.text) setDraft(session, id, { text: "" });
  });
}

type ListsOf<Values> = {
  [Name in keyof Values]-?: Values[Name] extends object[] ? Name : never;
}[keyof Values] &
  string;

/** The fields of each object in a list that is one of a form's values. */
export const itemsOf = <Values, Name extends ListsOf<Values>>(
  form: Fields<Values>,
  name: Name,
): Fields<(Values[Name] & object[])[number]>[] => {
  const items = form.values[name] as (Values[Name] & object[])[number][];
  return items.map((item, index) => ({
    ...form,
    path: `${form.path}${name}.${index}.`,
    values: item,
    set: (change) =>
      setValue(form, name, items.with(index, { ...item, ...change }) as Values[Name]),
  }));
};
