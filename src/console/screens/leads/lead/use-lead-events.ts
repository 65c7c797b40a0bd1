import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useEvents } from "../../../live/live";

/** Of all types. */
const ALL = [] as const;
const SETTLE_MS = 400;

/** Asks for what is shown of a lead again when something happens with it. */
export function useLeadEvents(lead: number) {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents(ALL, ({ data }) => {
    if (!("lead_id" in data) || data.lead_id !== lead) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: ["lead", lead] });
    }, SETTLE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
