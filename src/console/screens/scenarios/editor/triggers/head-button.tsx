import type { ComponentProps } from "react";
import { Sign } from "#console/ui/badge";
import type { GraphTrigger } from "../graph";
import styles from "../side.module.css";
import { useWords } from "../words";
import { triggerIcon } from "./kinds";
import { triggerLines, triggerName } from "./lines";

/** A trigger in a list, to be opened. */
export function HeadButton({
  trigger,
  ...props
}: { trigger: GraphTrigger } & ComponentProps<"button">) {
  const words = useWords();
  return (
    <button type="button" className={styles.stepName} {...props}>
      <Sign
        Icon={triggerIcon(trigger.type)}
        tone="green"
        size="1.625rem"
        iconSize="0.9375rem"
        radius="50%"
      />
      <span className={styles.stepTexts}>
        <span className={styles.stepTitle}>{triggerName(words, trigger.type)}</span>{" "}
        <span className={styles.stepLine} dir="auto">
          {triggerLines(words, trigger).join(" · ")}
        </span>
      </span>
    </button>
  );
}
