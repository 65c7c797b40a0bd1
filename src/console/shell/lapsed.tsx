import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { getSession, useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import styles from "./lapsed.module.css";
import SignIn from "./sign-in";
import { texts } from "./sign-in-texts";

/**
 * The sign-in over all screens, whose token has stopped working: what is edited there stays. It lies
 * above other dialogs, which still listen for keys.
 */
export default function Lapsed() {
  const t = useTexts(texts);
  const session = useSession();
  const { client } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const { title } = document;
    shown?.showModal();
    return () => {
      shown?.close();
      if (getSession()?.client === client) document.title = title;
    };
  }, [client]);
  const name = session.kind === "workspace" ? session.me.workspace.name : t.operator;
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.lapsed}
      aria-label={t.title}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <SignIn about={t.lapsed(name)} />
    </dialog>,
    document.body,
  );
}
