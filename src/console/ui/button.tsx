import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classes } from "./classes";

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

export function Button({
  kind = "plain",
  size = "normal",
  isBusy = false,
  icon,
  className,
  children,
  disabled,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(buttonClass(kind, size), className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...props}
    >
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
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
