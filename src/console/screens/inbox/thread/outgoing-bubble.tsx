import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { classes } from "#console/ui/classes";
import { useProblemText } from "#console/ui/states";
import { setDraft } from "../composer/drafts";
import { discard, type Outgoing, sendAgain } from "../composer/outbox";
import { Text } from "./content";
import styles from "./message.module.css";
import { texts } from "./texts";
import { Ticks } from "./ticks";

/** A message just sent, until the API has it. If it could not be sent, its text is not lost. */
export function OutgoingBubble({ item }: { item: Outgoing }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const session = useSession();
  const format = useFormat();
  const textOf = useProblemText();
  const isFailed = item.error !== null;
  const edit = () => {
    setDraft(session, item.conversation, {
      text: item.body.text ?? "",
      mode: item.kind === "note" ? "note" : "reply",
    });
    discard(session, item.key);
  };
  return (
    <article
      className={classes(
        item.kind === "note" ? styles.note : classes(styles.message, styles.ours),
        isFailed ? styles.unsent : styles.leaving,
      )}
    >
      <div className={item.kind === "note" ? undefined : styles.bubble}>
        <Text text={item.text} />
        <footer className={styles.foot}>
          <time dateTime={item.at}>{format.time(item.at)}</time>
          <Ticks status={isFailed ? "failed" : "sending"} />
        </footer>
      </div>
      {isFailed && (
        <div className={styles.failure} role="alert">
          <p>
            {t.notArrived} {textOf(item.error)}
          </p>
          <button type="button" onClick={() => sendAgain(session, item)}>
            {c.retry}
          </button>
          {item.body.text && (
            <button type="button" onClick={edit}>
              {t.editText}
            </button>
          )}
          <button type="button" onClick={() => discard(session, item.key)}>
            {t.discard}
          </button>
        </div>
      )}
    </article>
  );
}
