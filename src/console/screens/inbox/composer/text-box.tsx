import { type KeyboardEvent, type RefObject, Suspense, useState } from "react";
import type { CannedReply, Conversation } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { type Completed, Suggestions, useCompletion } from "#console/ui/completion";
import { lazily } from "#console/ui/lazily";
import { useLead } from "../lead/lead";
import styles from "./composer.module.css";
import { type Found, triggerOf, useSuggestions } from "./suggestions";
import { texts } from "./texts";

const SendReply = lazily(() => import("./send-reply"));

/** The keyboard on a screen has no Shift and Enter: there, only the button sends. */
const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** The suggestions above the box, or that there are none. */
function Offered({
  trigger,
  list,
  isLoading,
}: {
  trigger: Found;
  list: Completed["list"];
  isLoading: boolean;
}) {
  const t = useTexts(texts);
  const hasNone = trigger.kind === "reply" && list.items.length === 0 && !isLoading;
  return (
    <div className={styles.suggestions}>
      <Suggestions {...list} label={t.suggestions} />
      {hasNone && <p className={styles.nothing}>{trigger.wanted ? t.noMatch : t.noReplies}</p>}
    </div>
  );
}

/** A text with completion of placeholders and canned replies. Enter sends; Shift+Enter breaks. */
export function TextBox({
  ref,
  conversation,
  label,
  hint,
  text,
  isNote,
  onText,
  onSubmit,
}: {
  ref: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  label: string;
  hint: string;
  text: string;
  isNote: boolean;
  onText: (text: string) => void;
  onSubmit: () => void;
}) {
  const { data: lead } = useLead(conversation.lead_id);
  const find = isNote ? () => null : triggerOf;
  const { trigger, complete, onType } = useCompletion({ ref, text, onText, find });
  const [reply, setReply] = useState<CannedReply | null>(null);
  const { items, isLoading } = useSuggestions(trigger, lead, conversation.platform, setReply);
  const { list, control, onKey } = complete(items);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (isLoading && event.key === "Enter") return event.preventDefault();
    if (onKey(event)) return;
    if (event.key === "Escape") return event.currentTarget.blur();
    if (event.key !== "Enter" || event.shiftKey || isTouch()) return;
    event.preventDefault();
    onSubmit();
  }

  return (
    <div className={styles.box}>
      {trigger && <Offered trigger={trigger} list={list} isLoading={isLoading} />}
      <textarea
        ref={ref}
        className={styles.text}
        aria-label={label}
        placeholder={hint}
        {...(!isNote && control)}
        rows={2}
        dir="auto"
        value={text}
        data-composer=""
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {reply && (
        <Suspense>
          <SendReply conversation={conversation} reply={reply} onClose={() => setReply(null)} />
        </Suspense>
      )}
    </div>
  );
}
