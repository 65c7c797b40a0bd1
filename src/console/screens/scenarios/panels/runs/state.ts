import type { Run, RunState } from "#client";
import type { Tone } from "#console/ui/badge";

export const STATES: readonly RunState[] = [
  "waiting",
  "pending",
  "running",
  "paused",
  "completed",
  "exited",
  "handed_off",
  "failed",
  "cancelled",
];

export const TONES: Record<RunState, Tone> = {
  pending: "blue",
  running: "blue",
  waiting: "accent",
  paused: "amber",
  completed: "green",
  exited: "plain",
  failed: "red",
  cancelled: "plain",
  handed_off: "purple",
};

export const isActive = ({ ended_at }: Run) => ended_at === null;
