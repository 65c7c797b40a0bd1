import type { HTMLAttributes } from "react";
import { classes } from "./classes";
import styles from "./stack.module.css";

export type Element = keyof HTMLElementTagNameMap;

export type Props = HTMLAttributes<HTMLElement> & {
  as?: Element;
  /** The space between two of them: a number of style/tokens.css, or "hair" for 2 px. */
  gap?: 1 | 2 | 3 | 4 | 5 | "hair";
};

/** One below the other. */
export const Stack = ({ as: As = "div", gap, className, ...props }: Props) => (
  <As className={classes(styles.stack, className)} data-gap={gap} {...props} />
);

/** One beside the other, centred unless `align` says otherwise; `wraps` onto further lines. */
export const Row = ({
  as: As = "div",
  gap,
  align,
  justify,
  wraps = false,
  className,
  ...props
}: Props & {
  align?: "start" | "end" | "baseline" | "stretch";
  justify?: "between" | "end" | "center";
  wraps?: boolean;
}) => (
  <As
    className={classes(styles.row, wraps && styles.wraps, className)}
    data-gap={gap}
    data-align={align}
    data-justify={justify}
    {...props}
  />
);
