import { Reply, SmilePlus } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Popover } from "#console/ui/menu";
import styles from "./bubble.module.css";
import { texts } from "./texts";

const EMOJI = ["👍", "❤️", "😂", "😮", "🙏", "🔥"];

/** The lead's ways to react to a message, or to answer it. */
export function Tools({
  onReact,
  onQuote,
}: {
  onReact: (emoji: string) => void;
  onQuote: () => void;
}) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.tools}>
      <Popover
        label={t.react}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={styles.tool} aria-label={t.react} title={t.react}>
            <SmilePlus size="1rem" />
          </button>
        }
      >
        <div className={styles.emoji}>
          {EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={t.reactWith(emoji)}
              onClick={() => {
                setOpen(false);
                onReact(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      </Popover>
      <button
        type="button"
        className={styles.tool}
        aria-label={t.quote}
        title={t.quote}
        onClick={onQuote}
      >
        <Reply size="1rem" />
      </button>
    </div>
  );
}
