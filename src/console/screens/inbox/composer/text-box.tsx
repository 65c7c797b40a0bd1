import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { Conversation } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useLead } from "../lead/lead";
import styles from "./composer.module.css";
import { type Suggestion, triggerOf, useSuggestions } from "./suggestions";
import { texts } from "./texts";

/** The keyboard on a screen has no Shift and Enter: there, only the button sends. */
const isTouch = () => matchMedia("(pointer: coarse)").matches;

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
  const t = useTexts(texts);
  const id = useId();
  const [cursor, setCursor] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const { data: lead } = useLead(conversation.lead_id);
  const typed = isNote ? null : triggerOf(text, Math.min(cursor, text.length));
  const trigger = isDismissed ? null : typed;
  const { items, isLoading } = useSuggestions(trigger, lead, conversation.platform);
  const selected = Math.min(chosen, Math.max(0, items.length - 1));

  function insert({ insert: inserted }: Suggestion) {
    if (!trigger) return;
    // An editor may have closed the braces already.
    const rest = text.slice(cursor).replace(/^\}\}/, "");
    const end = trigger.from + inserted.length;
    onText(text.slice(0, trigger.from) + inserted + rest);
    setCursor(end);
    setChosen(0);
    ref.current?.focus();
    requestAnimationFrame(() => ref.current?.setSelectionRange(end, end));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const suggestion = items[selected];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (trigger && step && items.length > 0) {
      event.preventDefault();
      setChosen((selected + step + items.length) % items.length);
    } else if (isLoading && event.key === "Enter") {
      event.preventDefault();
    } else if (trigger && suggestion && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      insert(suggestion);
    } else if (event.key === "Escape") {
      if (trigger) setDismissed(true);
      else event.currentTarget.blur();
    } else if (event.key === "Enter" && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      onSubmit();
    }
  }

  return (
    <div className={styles.box}>
      {trigger && (
        <div className={styles.suggestions}>
          <div id={id} role="listbox" aria-label={t.suggestions}>
            {items.map((item, index) => (
              <button
                key={item.id}
                id={`${id}-${index}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === selected}
                className={styles.suggestion}
                onMouseMove={() => setChosen(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(item)}
              >
                <b>{item.title}</b>
                <span>{item.about}</span>
              </button>
            ))}
          </div>
          {trigger.kind === "reply" && items.length === 0 && !isLoading && (
            <p className={styles.nothing}>{trigger.wanted ? t.noMatch : t.noReplies}</p>
          )}
        </div>
      )}
      <textarea
        ref={ref}
        className={styles.text}
        aria-label={label}
        placeholder={hint}
        aria-autocomplete={isNote ? undefined : "list"}
        aria-controls={trigger ? id : undefined}
        aria-activedescendant={trigger && items[selected] ? `${id}-${selected}` : undefined}
        rows={2}
        dir="auto"
        value={text}
        data-composer=""
        onChange={({ target }) => {
          onText(target.value);
          setCursor(target.selectionStart);
          setDismissed(false);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
