import { databasesOf } from "#db/placement/databases";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { selectOpenMoves } from "./store";

/** Few workspaces move at a time. */
const MAX_MOVES = 50;

/** Wakes the objects of moves that are not finished: a wake-up was lost, or an object died. */
export async function wakeMovers(env: Bindings) {
  const moves = await selectOpenMoves(databasesOf(env).directory, MAX_MOVES);
  await Promise.all(moves.map(({ id }) => wake.moves(env, id)));
}
