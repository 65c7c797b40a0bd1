import { and, eq, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { moves } from "#db/schema/directory";
import type { MovePhase } from "#domain/moves";
import type { Databases } from "#env";
import type { Making, Move } from "./making";
import { isAbandonable } from "./store";

// The directory's row of a move. It changes only from the phase that the object knows: so an
// abandoned move goes no further, whatever its object is doing.

type Of = Pick<Making, "databases" | "move" | "now">;

const inPhase = ({ id }: Move, phase: MovePhase) => and(eq(moves.id, id), eq(moves.phase, phase));

export { databasesOf } from "#db/placement/databases";

/** The move, while it is not finished. */
export async function openMove({ directory }: Databases, id: number): Promise<Move | undefined> {
  const row = await directory.select().from(moves).where(eq(moves.id, id)).get();
  return row?.finishedAt === null ? row : undefined;
}

/** Ends a phase, unless the move was abandoned in it. */
export async function advance({ databases, move, now }: Of, from: MovePhase, to: MovePhase) {
  const isOver = to === "finished" || to === "abandoned";
  const isThawed = to === "removing" || (to === "abandoned" && move.frozenAt !== null);
  await databases.directory
    .update(moves)
    .set({
      phase: to,
      ...(to === "freezing" && { frozenAt: now() }),
      ...(isThawed && { thawedAt: now() }),
      ...(isOver && { finishedAt: now() }),
    })
    .where(inPhase(move, from));
}

/** Counts rows that were copied, and rows that were corrected. */
export async function countCopied({ databases, move }: Of, copied: number, corrected: number) {
  if (copied + corrected === 0) return;
  await databases.directory
    .update(moves)
    .set({
      rowsCopied: sql`${moves.rowsCopied} + ${copied}`,
      rowsCorrected: sql`${moves.rowsCorrected} + ${corrected}`,
    })
    .where(eq(moves.id, move.id));
}

/**
 * Puts the copy in place, in one transaction: from now on the workspace is in the other database,
 * and the move can't be abandoned any more. Does nothing if it was.
 */
export async function leave({ databases, move, now }: Of) {
  const { directory } = databases;
  const isIn = sql`exists (
    select 1 from moves where id = ${move.id} and phase = 'comparing')`;
  await unscopedBatch(
    { db: directory },
    {
      placed: directory
        .update(workspaces)
        .set({
          database: move.to,
          version: sql`${workspaces.version} + 1`,
          moves: sql`${workspaces.moves} + 1`,
          copiedVersion: move.to === databases.ofDirectory ? null : 1,
        })
        .where(and(eq(workspaces.id, move.workspaceId), isIn)),
      left: directory
        .update(moves)
        .set({ phase: "settling", thawedAt: now() })
        .where(inPhase(move, "comparing")),
    },
  );
}

/** Has a move that can't go on end where it is. */
export const abandon = ({ databases, move }: Of, reason: string) =>
  databases.directory
    .update(moves)
    .set({ phase: "abandoning", reason })
    .where(and(eq(moves.id, move.id), isAbandonable));
