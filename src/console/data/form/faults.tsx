import { useLayoutEffect, useMemo } from "react";
import { isAmong, useFault } from "#console/ui/faults";
import { Note } from "#console/ui/states";
import type { Fields } from "./use-form";

/** The API's faults of a value, and of what lies in it. Whoever calls this shows them. */
export function useFaults({ errors, show }: Pick<Fields<unknown>, "errors" | "show">, at: string) {
  useLayoutEffect(() => {
    return show(at);
  }, [show, at]);
  return useMemo(
    () => Object.keys(errors).flatMap((path) => (isAmong([at], path) && errors[path]) || []),
    [errors, at],
  );
}

/** The faults of a value that is shown by no field. */
export function Faults({ form, at }: { form: Parameters<typeof useFaults>[0]; at: string }) {
  const faults = useFaults(form, at);
  const ref = useFault<HTMLDivElement>(faults.length > 0 ? faults : undefined);
  if (faults.length === 0) return null;
  return (
    <div ref={ref} role="alert" data-fault tabIndex={-1}>
      <Note tone="red">{faults.join(" ")}</Note>
    </div>
  );
}
