import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Row } from "./stack";
import styles from "./steps.module.css";

/** The steps of a wizard, of which the one at `at` is open; at their end all are done. */
export const Steps = ({
  label,
  names,
  at,
  done,
}: {
  label: string;
  names: readonly string[];
  at: number;
  /** The words for a finished step, read aloud. */
  done: string;
}) => (
  <Row as="ol" wraps align="stretch" className={styles.steps} aria-label={label}>
    {names.map((name, index) => (
      <Row
        key={name}
        as="li"
        gap={2}
        aria-current={index === at ? "step" : undefined}
        data-done={index < at || undefined}
      >
        <span className={styles.mark} aria-hidden="true">
          {index < at ? <Check size="0.875rem" /> : index + 1}
        </span>
        {name}
        {index < at && <span className="visually-hidden">{done}</span>}
      </Row>
    ))}
  </Row>
);

/**
 * The content of the step at `at`. It takes the focus when another step comes: the button that led
 * there is gone.
 */
export function StepContent({
  at,
  name,
  children,
}: {
  at: number;
  name: string | undefined;
  children: ReactNode;
}) {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    content.current?.focus();
  }, [at]);
  return (
    <section ref={content} tabIndex={-1} aria-label={name} className={styles.content}>
      {children}
    </section>
  );
}
