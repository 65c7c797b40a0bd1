import { Link, useNavigate } from "@tanstack/react-router";
import { ApiError } from "#client";
import { useSession } from "#console/session/session";
import { useFault } from "#console/ui/faults";
import { Note, ProblemNote } from "#console/ui/states";
import { toast, useProblemToast } from "#console/ui/toasts";
import type en from "./full.en";

type Texts = typeof en;

const STARTS = { to: "/scenarios", search: { view: "starts" } } as const;

/** True for the refusal to switch on more triggers than a workspace may have. */
export const isFull = (error: unknown) =>
  error instanceof ApiError &&
  error.code === "quota_reached" &&
  Object.keys(error.errors).length === 0;

/** Says that no more triggers can be switched on, and leads to those that are. */
export function FullNote({ error, texts: t }: { error: unknown; texts: Texts }) {
  const ref = useFault<HTMLDivElement>(error);
  return (
    <div ref={ref} role="alert" data-fault tabIndex={-1}>
      <Note tone="red">
        <p>{t.full}</p>
        <Link {...STARTS}>{t.showStarts}</Link>
      </Note>
    </div>
  );
}

/** The reason for which a scenario was not published or switched. */
export const SwitchProblem = ({ error, texts }: { error: unknown; texts: Texts }) =>
  isFull(error) ? <FullNote error={error} texts={texts} /> : <ProblemNote error={error} />;

/** As `SwitchProblem`, where there is no place for a note. */
export function useSwitchToast({ fullShort, toStarts }: Texts) {
  const { signal } = useSession();
  const toastProblem = useProblemToast();
  const navigate = useNavigate();
  return (error: unknown) => {
    if (!isFull(error)) return toastProblem(error);
    if (!signal.aborted) toast(fullShort, { label: toStarts, run: () => void navigate(STARTS) });
  };
}
