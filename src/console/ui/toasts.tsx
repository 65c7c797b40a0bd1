import { X } from "lucide-react";
import { createStore, type Store, useStore } from "../data/store";
import { currentSession, ofSession, useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { Row } from "./stack";
import { useProblemText } from "./states";
import styles from "./toasts.module.css";

type Toast = { id: number; text: string; action?: { label: string; run: () => void } };

const SHOWN_MS = 6_000;
const MOST = 3;
const toastsOf = ofSession(() => createStore<readonly Toast[]>([]));

let lastId = 0;

function remove(toasts: Store<readonly Toast[]>, id: number) {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}

/** Shows a text for some seconds, such as an error that came after its screen was left. */
export function toast(text: string, action?: Toast["action"]) {
  const session = currentSession.get();
  if (!session) return;
  const toasts = toastsOf(session);
  const id = ++lastId;
  toasts.set([...toasts.get(), { id, text, ...(action && { action }) }].slice(-MOST));
  setTimeout(() => remove(toasts, id), SHOWN_MS);
}

/** Says what went wrong, unless the session that it went wrong for has ended. */
export function useProblemToast() {
  const { signal } = useSession();
  const textOf = useProblemText();
  return (error: unknown) => {
    if (!signal.aborted) toast(textOf(error));
  };
}

export function Toasts() {
  const t = useTexts(general);
  const toasts = toastsOf(useSession());
  const shown = useStore(toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <Row gap={3} key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run();
                remove(toasts, id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={t.close} onClick={() => remove(toasts, id)}>
            <X />
          </button>
        </Row>
      ))}
    </div>
  );
}
