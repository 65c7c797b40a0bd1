import { listMoves, type Move } from "#client";
import { useList } from "#console/data/lists";
import { useDatabases } from "./databases";

export const MOVES_KEY = ["moves"];
const POLL_MS = 3_000;

export const isUnderWay = ({ finished_at, phase }: Move) =>
  finished_at === null && phase !== "abandoned";

/** The moves of workspaces between databases, the newest first. */
export function useMoves() {
  const isPossible = useDatabases().length > 1;
  return useList(MOVES_KEY, (client, page, signal) => listMoves({ client, query: page, signal }), {
    enabled: isPossible,
    refetchInterval: POLL_MS,
  });
}
