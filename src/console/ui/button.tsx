import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classes } from "./classes";
import { useAsked } from "./faults";

type ButtonKind = "plain" | "primary" | "danger" | "quiet";

type ButtonProps = ComponentProps<"button"> & {
  kind?: ButtonKind;
  size?: "small" | "normal";
  /** Work is under way: the button shows it, and can't be pressed. */
  isBusy?: boolean;
  icon?: ReactNode;
};

/** The class names of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind = "plain", size: "small" | "normal" = "normal") =>
  classes(styles.button, kind !== "plain" && styles[kind], size === "small" && styles.small);

function AtWork() {
  return <span ref={useAsked()} className={styles.spinner} aria-hidden="true" />;
}

export function Button({
  kind = "plain",
  size = "normal",
  isBusy = false,
  icon,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(buttonClass(kind, size), className)}
      // A button that were disabled would lose the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {isBusy ? <AtWork /> : icon}
      {children}
    </button>
  );
}

/** A button that shows an icon alone, and is called `label`. */
export function IconButton({
  label,
  kind = "quiet",
  className,
  ...props
}: Omit<ButtonProps, "children"> & { label: string }) {
  return (
    <Button
      kind={kind}
      className={classes(styles.icon, className)}
      aria-label={label}
      title={label}
      {...props}
    />
  );
}

export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
