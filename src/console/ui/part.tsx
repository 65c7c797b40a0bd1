import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./part.module.css";
import { Stack } from "./stack";

/** A part of a panel or a dialog, below a line and with a heading of its own. */
export const Part = ({
  title,
  gap = 2,
  className,
  children,
}: {
  title: string;
  gap?: 2 | 3;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <Stack as="section" gap={gap} className={classes(styles.part, className)} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </Stack>
);
