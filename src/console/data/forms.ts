import { useMutation } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { ApiError, type Client, type FieldErrors } from "#client";
import { useSession } from "../session/session";
import { useLanguage } from "../texts/language";
import { wordedErrors } from "../ui/worded-errors";

const NONE: FieldErrors = {};

/** The faults of each field, of an error of any kind, in the reader's language. */
export function useFieldErrors(error: unknown): FieldErrors {
  const language = useLanguage();
  return useMemo(
    () => (error instanceof ApiError ? wordedErrors(language, error) : NONE),
    [error, language],
  );
}

/**
 * Something to do through the API: `run(input)` does it and resolves to true if it is done; the
 * error otherwise stands in `error`, and by field in `errors`.
 */
export function useAction<Input, Output>(
  action: (client: Client, input: Input) => Promise<Output>,
  {
    onDone,
    next,
    onFailed,
  }: {
    onDone?: (output: Output, input: Input) => unknown;
    /** Called only while the component is still there, such as to close its dialog. */
    next?: (output: Output, input: Input) => unknown;
    /** For where `error` is not shown. */
    onFailed?: (error: unknown) => void;
  } = {},
) {
  const { client, signal } = useSession();
  const mutation = useMutation({
    mutationFn: (input: Input) => action(client, input),
    onSuccess: (output, input) => {
      if (!signal.aborted) void onDone?.(output, input);
    },
    onError(error) {
      if (!signal.aborted) onFailed?.(error);
    },
  });
  const errors = useFieldErrors(mutation.error);
  // A second click may come before the page shows that the first one is at work.
  const underWay = useRef(new Map<string, Promise<boolean>>());
  function run(input: Input) {
    const key = JSON.stringify(input) ?? "";
    const running =
      underWay.current.get(key) ??
      mutation
        // These callbacks are dropped when the component is gone.
        .mutateAsync(input, {
          onSuccess: (output) => {
            if (!signal.aborted) void next?.(output, input);
          },
        })
        .then(
          () => true,
          () => false,
        )
        .finally(() => underWay.current.delete(key));
    underWay.current.set(key, running);
    return running;
  }
  return {
    run,
    isBusy: mutation.isPending,
    error: mutation.error,
    errors,
    reset: mutation.reset,
  };
}
