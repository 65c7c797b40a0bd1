import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./completion.module.css";

/** A replacement for the text from the trigger to the cursor; `onTake` does what is no text. */
export type Suggestion = {
  id: string;
  title: string;
  about?: string;
  insert: string;
  onTake?: () => void;
};
/** The unfinished word before the cursor. */
export type Trigger = { from: number; wanted: string };

/** The placeholder that is being typed, such as `{{nam`. */
export function placeholderAt(text: string, cursor: number): Trigger | null {
  const found = /\{\{\s*([^{}|\n]*)$/.exec(text.slice(0, cursor));
  return found && { from: found.index, wanted: found[1] ?? "" };
}

type Control = HTMLTextAreaElement | HTMLInputElement;

/** Completes what is typed into a text: `find` says which word, `complete` takes what fits it. */
export function useCompletion<Found extends Trigger>({
  ref,
  text,
  onText,
  find,
}: {
  ref: RefObject<Control | null>;
  text: string;
  onText: (text: string) => void;
  find: (text: string, cursor: number) => Found | null;
}) {
  const id = useId();
  const [cursor, setCursor] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const caret = useRef<number>(undefined);
  const trigger = isDismissed ? null : find(text, Math.min(cursor, text.length));

  // As soon as the text is there: in the next frame, more may have been typed.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  /** Puts a text in place of what stands between, and the cursor behind it. */
  function replace(from: number, to: number, inserted: string) {
    const end = from + inserted.length;
    onText(text.slice(0, from) + inserted + text.slice(to));
    setCursor(end);
    setChosen(0);
    caret.current = end;
    ref.current?.focus();
    // A menu that closes has let go of the focus by then.
    requestAnimationFrame(() => ref.current?.focus());
  }

  function complete(items: readonly Suggestion[]) {
    const selected = Math.min(chosen, Math.max(0, items.length - 1));
    const take = ({ insert, onTake }: Suggestion) => {
      // An editor may have closed the braces already.
      const closed = /^\}\}/.exec(text.slice(cursor))?.[0].length ?? 0;
      if (trigger) replace(trigger.from, cursor + closed, insert);
      onTake?.();
    };
    return {
      /** For the list of suggestions. */
      list: { id, items, selected, onPoint: setChosen, onTake: take },
      /** For the control. */
      control: {
        "aria-autocomplete": "list" as const,
        "aria-controls": trigger && items.length > 0 ? id : undefined,
        "aria-activedescendant": trigger && items[selected] ? `${id}-${selected}` : undefined,
        onSelect: () => setCursor(ref.current?.selectionStart ?? text.length),
      },
      /** True if the key was for the suggestions. */
      onKey(event: KeyboardEvent) {
        const item = items[selected];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const takes = event.key === "Enter" || event.key === "Tab";
        if (!trigger || event.nativeEvent.isComposing) return false;
        if (event.key === "Escape") setDismissed(true);
        else if (step && item) setChosen((selected + step + items.length) % items.length);
        else if (takes && item) take(item);
        else return false;
        event.preventDefault();
        return true;
      },
    };
  }

  return {
    trigger,
    complete,
    /** Puts a text where the cursor is, or in place of what is selected. */
    insert(inserted: string) {
      const { selectionStart, selectionEnd } = ref.current ?? {};
      replace(selectionStart ?? text.length, selectionEnd ?? text.length, inserted);
    },
    onType(typed: string) {
      onText(typed);
      setCursor(ref.current?.selectionStart ?? typed.length);
      setDismissed(false);
    },
  };
}

export type Completed = ReturnType<ReturnType<typeof useCompletion>["complete"]>;

/** The texts that complete the word. The control keeps the focus. */
export const Suggestions = ({
  id,
  items,
  selected,
  onPoint,
  onTake,
  label,
}: Completed["list"] & { label: string }) => (
  <div id={id} role="listbox" aria-label={label}>
    {items.map((item, index) => (
      <button
        key={item.id}
        id={`${id}-${index}`}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={index === selected}
        className={styles.suggestion}
        onMouseMove={() => onPoint(index)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(item)}
      >
        <b>{item.title}</b>
        {item.about !== undefined && <span>{item.about}</span>}
      </button>
    ))}
  </div>
);
