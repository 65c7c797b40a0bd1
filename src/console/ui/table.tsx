import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { classes } from "./classes";
import styles from "./table.module.css";

/** Tells the style sheet the headings, which stand before each value on a phone. */
function useHeadings() {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const headings = table.current?.tHead?.rows[0]?.cells ?? [];
    for (const [index, { textContent }] of [...headings].entries())
      table.current?.style.setProperty(`--heading-${index + 1}`, JSON.stringify(textContent));
  });
  return table;
}

/**
 * A table of a bounded number of rows. On a phone each row is a block with a line for each value,
 * or, by `phone="columns"`, stays one that scrolls sideways. Cells with numbers have `data-number`,
 * those with buttons `data-actions`, and those that a phone leaves out `data-wide`.
 */
export const Table = ({
  phone = "lines",
  className,
  ...props
}: ComponentProps<"table"> & { phone?: "lines" | "columns" }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <div className={styles.scroll} tabIndex={0}>
    <table
      ref={useHeadings()}
      className={classes(styles.table, phone === "lines" && styles.lines, className)}
      {...props}
    />
  </div>
);
