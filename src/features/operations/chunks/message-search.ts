import { readBatch, unscopedBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import {
  type Indexed,
  indexMessages,
  moveIndexed,
  selectProgress,
  selectUnindexed,
  type UnindexedRow,
} from "#db/statements/messages/search";
import type { Bindings, Scope } from "#env";
import { searchedText } from "#features/messaging/messages/search/searched-text";
import { tokensOf } from "#features/messaging/messages/search/tokens";
import { templateOfMessage } from "#features/messaging/templates/known";
import { CrashGuard } from "#lib/crash-guard";
import type { QueueOptions } from "./queue";

/** The messages that a chunk passes, and the most of them that it adds. */
const [PASSED, ADDED] = [1_000, 500];
/** The most characters of their texts together. */
const MAX_CHARACTERS = 20_000;
/** Their tokens are one parameter, which may have 2 MB. One character may be folded into many. */
const MAX_TOKENS_LENGTH = 1_900_000;

/** The tokens of the first rows that fit into a chunk; of at least one. */
function fitting(rows: UnindexedRow[]) {
  const items: Indexed[] = [];
  let [characters, length] = [0, 0];
  for (const { id, workspaceId, payload, editedAt, ...row } of rows) {
    const text = searchedText({ ...row, payload: JSON.parse(payload) }) ?? "";
    characters += text.length;
    if (characters > MAX_CHARACTERS && items.length > 0) break;
    const grams = tokensOf(workspaceId, text);
    length += grams.length;
    if (length > MAX_TOKENS_LENGTH && items.length > 0) break;
    items.push({ id, editedAt, grams });
  }
  return items;
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
      rows: selectUnindexed(PASSED, ADDED, templateOfMessage),
    },
  );
  const { position = 0, last = null } = progress[0] ?? {};
  if (last === null) return false;
  const added = fitting(rows);
  const isAll = added.length === rows.length && rows.length < ADDED;
  const to = isAll ? last : (added.at(-1)?.id ?? last);
  await unscopedBatch({ db }, { added: indexMessages(added), moved: moveIndexed(position, to) });
  return true;
}

/** The index is one work, of all workspaces. */
const INDEX = 1;

/** Adds the messages of all workspaces to the index of search, one batch after the other. */
export class MessageSearchQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #guard: CrashGuard;

  constructor(env: Bindings, database: string, { storage }: QueueOptions = {}) {
    [this.#env, this.#database] = [env, database];
    this.#guard = new CrashGuard(storage, "messages_search");
  }

  /** Works the next batch; returns whether there was one. */
  async workNext(): Promise<boolean> {
    if (this.#guard.freeAt(INDEX) > Date.now()) return false;
    const db = databasesOf(this.#env).open(this.#database);
    return this.#guard.run({ id: INDEX, work: () => indexChunk(db) });
  }
}
