import { readBatch, unscopedBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import {
  indexMessages,
  moveIndexed,
  selectProgress,
  selectUnindexed,
  type UnindexedRow,
} from "../../../db/statements/messages/search";
import type { Bindings, Scope } from "../../../env";
import { tokensOf } from "../../messaging/messages/search/tokens";

/** How many messages a chunk passes, and how many of them it adds at most. */
const [PASSED, ADDED] = [1_000, 500];
/** Their tokens are one parameter, which may have 2 MB: some 80 bytes a character at worst. */
const MAX_CHARACTERS = 20_000;

/** The first rows, of at most so many characters; at least one. */
function fitting(rows: UnindexedRow[]) {
  let characters = 0;
  const end = rows.findIndex(({ text }, index) => {
    characters += text.length;
    return characters > MAX_CHARACTERS && index > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Adds the next messages of a database to the index of search; returns whether there was enough to
 * do. Two round trips. Two at once, or a repeat, add nothing twice.
 */
export async function indexChunk(db: Scope["db"]): Promise<boolean> {
  const { progress, rows } = await readBatch(
    { db },
    {
      progress: selectProgress(PASSED),
      rows: selectUnindexed(PASSED, ADDED),
    },
  );
  const { position = 0, last = null } = progress[0] ?? {};
  if (last === null) return false;
  const added = fitting(rows);
  const isAll = added.length === rows.length && rows.length < ADDED;
  const to = isAll ? last : (added.at(-1)?.id ?? last);
  const items = added.map(({ id, workspaceId, text }) => ({
    id,
    grams: tokensOf(workspaceId, text),
  }));
  await unscopedBatch({ db }, { added: indexMessages(items), moved: moveIndexed(position, to) });
  return true;
}

/** Adds the messages of all workspaces to the index of search, one batch after the other. */
export class MessageSearchQueue {
  readonly #env: Bindings;
  readonly #database: string;

  constructor(env: Bindings, database: string) {
    [this.#env, this.#database] = [env, database];
  }

  /** Works the next batch; returns whether there was one. */
  workNext(): Promise<boolean> {
    return indexChunk(databasesOf(this.#env).open(this.#database));
  }
}
