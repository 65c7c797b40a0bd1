import type { Run } from "#client";
import { CommentLink } from "#console/data/comment-link";
import { MessageLink } from "#console/data/message-link";
import { headId } from "#console/screens/scenarios/editor/triggers/heads";
import { headLine, triggerName } from "#console/screens/scenarios/editor/triggers/lines";
import { useWords } from "#console/screens/scenarios/editor/words";
import { useTexts } from "#console/texts/catalogue";
import type { PanelProps } from "../panel";
import { RunLink } from "./run-link";
import styles from "./runs.module.css";
import { texts } from "./texts";

/** The facts about what has started a run: the trigger, as it is drawn now, and its cause. */
export function useStartFacts(
  triggers: PanelProps["graph"]["triggers"],
  onSelect: (id: string) => void,
) {
  const t = useTexts(texts);
  const words = useWords();
  return ({ started_by: by, lead_id: lead }: Run) => {
    if (!by) return [];
    const { type, trigger_id: id, by_run_id: run } = by;
    const { message_id: message, comment_id: comment } = by;
    const trigger = triggers.find((one) => one.id === id && one.type === type);
    const name = trigger ? (
      <button type="button" className={styles.start} onClick={() => onSelect(headId(id))}>
        {headLine(words, trigger)}
      </button>
    ) : (
      `${triggerName(words, type)} · ${id}`
    );
    return [
      [t.startedBy, name],
      [t.byMessage, message === null ? null : <MessageLink key="message" id={message} />],
      [
        t.byComment,
        comment === null ? null : <CommentLink key="comment" id={comment} lead={lead} />,
      ],
      [t.byRun, run === null ? null : <RunLink key="run" id={run} />],
    ] as const;
  };
}
