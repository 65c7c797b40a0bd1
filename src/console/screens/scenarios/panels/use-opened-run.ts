import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EditorSearch } from "./panel-name";

/** The run that the panel shows, by the address, and what opens another one. */
export function useOpenedRun() {
  const { run }: EditorSearch = useSearch({ from: "/scenarios/$scenario" });
  const navigate = useNavigate({ from: "/scenarios/$scenario" });
  const open = (next: number | undefined) =>
    void navigate({
      search: ({ panel, head }: EditorSearch) => ({ ...(panel && { panel }), head, run: next }),
    });
  return [run, open] as const;
}
