import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { type Conversation, previewMessage } from "#client";
import { useFieldErrors } from "#console/data/forms";
import { useMayPreview } from "#console/data/may-do";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { useSettled } from "#console/ui/use-settled";
import styles from "./composer.module.css";
import { useMessageWarningWords } from "./message-warnings";
import { texts } from "./texts";

const isPlain = (text: string) => !/\{\{|https?:\/\//.test(text);

/** The lead's view of a text, and the reasons why it would not be sent. */
export function usePreview({ id, lead_id, channel_id, platform }: Conversation, text: string) {
  const client = useClient();
  const mayPreview = useMayPreview();
  const wanted = useSettled(text.trim());
  const query = useQuery({
    // A plain text is the same for everyone: whether it may be sent is asked for once.
    queryKey: ["inbox", "preview", id, isPlain(wanted) ? "plain" : wanted],
    queryFn: async ({ signal }) => {
      const target = channel_id === null ? { platform } : { channel_id };
      const body = { lead_id, ...target, text: wanted };
      return (await previewMessage({ client, signal, body })).data;
    },
    enabled: mayPreview && wanted !== "",
    placeholderData: (old) => old,
  });
  const errors = useFieldErrors(query.error);
  return {
    data: wanted === "" ? undefined : query.data,
    /** The errors of the text. */
    errors: wanted === "" ? [] : Object.values(errors).flat(),
    /** The preview's text, if it is of this text. */
    shownFor: (of: string) =>
      of.trim() === wanted && !isPlain(wanted) && !query.isPlaceholderData
        ? (query.data?.text ?? null)
        : null,
  };
}

type Shown = { preview: ReturnType<typeof usePreview>; text: string };

/** The lead's view of the text, and the pause that it would wait for. */
export const MessagePreview = ({ preview, text }: Shown) => (
  <>
    <Filled preview={preview} text={text} />
    <Paused preview={preview} />
  </>
);

function Paused({ preview: { data } }: Pick<Shown, "preview">) {
  const say = useMessageWarningWords();
  const pause = data?.warnings.find(({ code }) => code === "channel_paused");
  return pause && !data?.refusal ? <Note tone="amber">{say(pause)}</Note> : null;
}

/** The lead's view of the text, where it differs from the typed one. */
function Filled({ preview, text }: Shown) {
  const t = useTexts(texts);
  const { errors } = preview;
  if (isPlain(text)) return null;
  // While a placeholder is being typed it is not complete.
  if (errors.length > 0 && !/\{\{[^}]*$/.test(text))
    return (
      <p className={styles.error} role="alert">
        {errors.join(" ")}
      </p>
    );
  if (preview.data?.text === null || preview.data?.text === undefined) return null;
  return (
    <div className={styles.preview} aria-live="polite">
      <span>
        <Eye size="0.85rem" />
        {t.preview}
      </span>
      <p dir="auto">{preview.data.text || t.previewEmpty}</p>
    </div>
  );
}
