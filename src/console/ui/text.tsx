import { classes } from "./classes";
import type { Props } from "./stack";
import styles from "./text.module.css";

/** A text that stands back, at most smaller than what is around it. */
export const Soft = ({
  as: As = "p",
  size,
  className,
  ...props
}: Props & { size?: "small" | "medium" }) => (
  <As className={classes(styles.soft, className)} data-size={size} {...props} />
);

/** A text on one line, or some, cut where its place ends. */
export const Clip = ({
  as: As = "span",
  lines,
  className,
  ...props
}: Props & { lines?: 2 | 3 }) => (
  <As className={classes(styles.clip, className)} data-lines={lines} {...props} />
);
