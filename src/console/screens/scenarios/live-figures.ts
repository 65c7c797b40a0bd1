import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EventType } from "#client";
import { useEvents } from "#console/live/live";

const RUN_EVENTS: readonly EventType[] = [
  "run.started",
  "run.waiting",
  "run.migrated",
  "run.paused",
  "run.resumed",
  "run.completed",
  "run.exited",
  "run.handed_off",
  "run.failed",
  "run.cancelled",
  "scenario.activated",
  "scenario.paused",
  "scenario.runs_removed",
];

/** A broadcast has many events a second, and figures cost a request for each scenario. */
const SETTLE_MS = 1_500;

/**
 * Asks queries with the keys `[key, id, …]` again after events about the scenario, or the run, with
 * this id.
 */
export function useLiveFigures(keys: readonly string[], member = "scenario_id") {
  const queries = useQueryClient();
  const changed = useRef(new Set<unknown>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents(RUN_EVENTS, ({ data }) => {
    changed.current.add(Object.entries(data).find(([name]) => name === member)?.[1]);
    timer.current ??= setTimeout(ask, SETTLE_MS);
  });
  useEffect(() => {
    return () => {
      clearTimeout(timer.current);
      changed.current.clear();
    };
  }, []);

  /** A running request is not repeated meanwhile, or a slow answer would never come. */
  async function ask() {
    const ids = [...changed.current];
    changed.current.clear();
    const queryKeys = keys.flatMap((key) => ids.map((id) => [key, id]));
    await Promise.all(queryKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    timer.current = changed.current.size > 0 ? setTimeout(ask, SETTLE_MS) : undefined;
  }
}
