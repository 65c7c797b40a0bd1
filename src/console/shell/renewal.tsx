import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import styles from "./renewal.module.css";
import SignIn from "./sign-in";
import { texts } from "./sign-in-texts";

/**
 * The sign-in over all screens of a session whose token has stopped working: unsaved edits stay. It
 * lies above other dialogs, which still listen for keys.
 */
export default function Renewal() {
  const t = useTexts(texts);
  const session = useSession();
  const { signal } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const { title } = document;
    shown?.showModal();
    return () => {
      shown?.close();
      if (!signal.aborted) document.title = title;
    };
  }, [signal]);
  const name = session.kind === "workspace" ? session.me.workspace.name : t.operator;
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.renewal}
      aria-label={t.title}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <SignIn about={t.renewal(name)} />
    </dialog>,
    document.body,
  );
}
