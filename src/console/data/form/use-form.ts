import { useCallback, useState } from "react";
import type { Client, FieldErrors } from "#client";
import { useAction } from "../forms";

// The form kit. A form is its values, the call that submits them, and the list of its fields:
//
//   const form = useForm({ label: "" }, (client, body) => createTag({ client, body }));
//   return (
//     <FormDialog form={form} title={t.create} onClose={onClose} onDone={saved}>
//       <TextField form={form} name="label" label={t.label} />
//     </FormDialog>
//   );
//
// `Form` is the same without a dialog. A field shows the API's faults of the value that it is named
// after, and of what lies in it (`keywords.1`); `at` names them where the API has another name.
// Faults that no field of the form shows stand in a note at its top. `FormField` wraps a control
// that is none of the kit's. The API turns an empty text into null, so forms send what is typed.

/** The values of a form, for its fields. */
export type Fields<Values> = {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: FieldErrors;
  /** Stands before the names of the values in the API's faults, such as `credentials.`. */
  path: string;
  /** Marks the faults at `path` as shown, until the function that it returns is called. */
  show: (path: string) => () => void;
};

/** Acts on the answer. `next` only while the form is still there, such as to close its dialog. */
export type Then<Output, Sent> = {
  onDone?: ((output: Output, sent: Sent) => unknown) | undefined;
  next?: ((output: Output, sent: Sent) => unknown) | undefined;
};

/** The submission of a form, for what is around its fields. */
export type Submission<Output, Sent> = {
  /** Submits the values, and resolves to true if the API has taken them. */
  run: (then?: Then<Output, Sent>) => Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  /** The paths of the faults that fields show. */
  shown: readonly string[];
};

/** A form that begins with `initial` and submits its values by `action`. */
export function useForm<Values extends object, Output>(
  initial: Values | (() => Values),
  action: (client: Client, values: Values) => Promise<Output>,
) {
  const [values, setValues] = useState(initial);
  const [first] = useState(values);
  const [shown, setShown] = useState<readonly string[]>([]);
  const { run, reset, ...state } = useAction(
    (client, sent: Then<Output, Values> & { values: Values }) => action(client, sent.values),
    {
      onDone: (output, sent) => sent.onDone?.(output, sent.values),
      next: (output, sent) => sent.next?.(output, sent.values),
    },
  );
  const show = useCallback((path: string) => {
    setShown((now) => [...now, path]);
    return () => setShown((now) => now.toSpliced(now.indexOf(path), 1));
  }, []);
  return {
    ...state,
    values,
    path: "",
    shown,
    show,
    set: (change: Partial<Values>) => setValues((now) => ({ ...now, ...change })),
    run: (then?: Then<Output, Values>) => run({ values, ...then }),
    /** Goes back to the first values; after a submission, only if nothing has changed since. */
    restart(sent?: Values) {
      setValues((now) => (sent && now !== sent ? now : first));
      if (!sent) reset();
    },
  };
}

/** A form of changes to what is there: fields show both, and the changes alone are submitted. */
export const over = <Values, Form extends Fields<Partial<Values>>>(there: Values, form: Form) => ({
  ...form,
  values: { ...there, ...form.values },
});

/** Sets one value of a form. */
export const setValue = <Values, Name extends keyof Values & string>(
  form: Pick<Fields<Values>, "set">,
  name: Name,
  value: Values[Name],
) =>
  // A computed name is any name to TypeScript.
  form.set({ [name]: value } as unknown as Partial<Values>);

/** The fields of an object that is one of a form's values. */
export const part = <Values, Name extends keyof Values & string>(
  form: Fields<Values>,
  name: Name,
): Fields<Values[Name]> => ({
  ...form,
  path: `${form.path}${name}.`,
  values: form.values[name],
  set: (change) => setValue(form, name, { ...form.values[name], ...change }),
});

const NOWHERE = () => () => undefined;

/** The fields of values that are kept elsewhere, such as the filters of a list. */
export const fieldsOf = <Values>(
  values: Values,
  set: (change: Partial<Values>) => void,
  errors: FieldErrors = {},
): Fields<Values> => ({ values, set, errors, path: "", show: NOWHERE });
