import { Check } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import styles from "./imports.module.css";
import { type Step, steps } from "./states";
import { texts } from "./texts";

/** Where in the wizard an import is. All is done once it is over. */
export function Steps({ step, isOver }: { step: Step; isOver: boolean }) {
  const t = useTexts(texts);
  const at = steps.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t.stepsLabel}>
      {steps.map((name, index) => {
        const isDone = index < at || isOver;
        return (
          <li
            key={name}
            aria-current={index === at && !isOver ? "step" : undefined}
            data-done={isDone || undefined}
          >
            <span className={styles.stepMark} aria-hidden="true">
              {isDone ? <Check /> : index + 1}
            </span>
            {t.steps[name]}
            {isDone && <span className="visually-hidden">{t.done}</span>}
          </li>
        );
      })}
    </ol>
  );
}
