import { Search } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classes } from "./classes";
import { useFault } from "./faults";
import styles from "./field.module.css";
import { Soft } from "./text";

type Described = {
  id: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
};

/** A label, a control, a hint, and the API's errors of the field until it is edited. */
export function Field({
  label,
  hint,
  errors,
  isLabelHidden = false,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  isLabelHidden?: boolean;
  children: (control: Described) => ReactNode;
}) {
  const id = useId();
  const [answered, setAnswered] = useState<readonly string[]>();
  const hasErrors = errors !== undefined && errors.length > 0 && errors !== answered;
  const describedBy = [hint && `${id}-hint`, hasErrors && `${id}-error`].filter(Boolean).join(" ");
  const ref = useFault<HTMLDivElement>(hasErrors ? errors : undefined);
  return (
    // Not `onInput`: a select tells its choice after that, and what is drawn in between undoes it.
    <div
      ref={ref}
      className={styles.field}
      data-fault={hasErrors || undefined}
      onChange={() => setAnswered(errors)}
    >
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles.label}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": hasErrors || undefined,
      })}
      {hint && (
        <Soft id={`${id}-hint`} size="small">
          {hint}
        </Soft>
      )}
      {hasErrors && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {[...new Set(errors)].join(" ")}
        </p>
      )}
    </div>
  );
}

export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input className={classes(styles.input, className)} {...props} />
);

export const TextArea = ({ className, ...props }: ComponentProps<"textarea">) => (
  <textarea className={classes(styles.input, className)} {...props} />
);

export const Select = ({ className, ...props }: ComponentProps<"select">) => (
  <select className={classes(styles.input, className)} {...props} />
);

export const SearchInput = ({ label, ...props }: ComponentProps<"input"> & { label: string }) => (
  <div className={styles.search}>
    <Search />
    <Input type="search" aria-label={label} placeholder={label} autoComplete="off" {...props} />
  </div>
);

export const Checkbox = ({
  children,
  ...props
}: Omit<ComponentProps<"input">, "type"> & { children: ReactNode }) => (
  <label className={styles.check}>
    <input type="checkbox" {...props} />
    <span>{children}</span>
  </label>
);

export const Switch = ({
  label,
  ...props
}: Omit<ComponentProps<"input">, "type"> & { label: string }) => (
  // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
  <input type="checkbox" role="switch" aria-label={label} className={styles.switch} {...props} />
);
