import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import styles from "./toasts.module.css";

type Toast = { id: number; text: string; action?: { label: string; run: () => void } };

const SHOWN_MS = 6_000;
const MOST = 3;
const listeners = new Set<() => void>();
let toasts: Toast[] = [];
let lastId = 0;

function set(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

const remove = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says for some seconds what has happened, such as what went wrong after a screen has been left. */
export function toast(text: string, action?: Toast["action"]) {
  const id = ++lastId;
  set([...toasts, { id, text, ...(action && { action }) }].slice(-MOST));
  setTimeout(() => remove(id), SHOWN_MS);
}

export const clearToasts = () => set([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const t = useTexts(general);
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run();
                remove(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={t.close} onClick={() => remove(id)}>
            <X aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
