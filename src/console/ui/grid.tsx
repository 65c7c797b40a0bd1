import type { CSSProperties } from "react";
import { classes } from "./classes";
import styles from "./grid.module.css";
import { type Props, Stack } from "./stack";

/** As many columns as there is place for, each at least `min` wide. Few of them `fill` a row. */
export const Grid = ({
  min,
  fills = false,
  align,
  className,
  ...props
}: Props & { min: string; fills?: boolean; align?: "start" }) => (
  <Stack
    className={classes(fills ? styles.fit : styles.fill, className)}
    style={{ "--min": min } as CSSProperties}
    data-align={align}
    {...props}
  />
);
