import { batch } from "#db/batch";
import { People } from "#features/leads/bulk/people";
import { outcomesOf, plan } from "#features/leads/bulk/plan";
import { readChunk } from "#features/leads/bulk/read";
import { whileOvertaken, writeEntries } from "#features/leads/bulk/write";
import { pauseAfter } from "#lib/chunks";
import { forgetFile } from "../store";
import { CHUNKS, type Chunk, chunksOf, leadsIn, resultsOf } from "./chunks";
import type { Claimed } from "./claim";
import { advance, passChunk } from "./commit";

/** Goes on with writing the leads of an import. */
export async function runImport(claimed: Claimed) {
  const { row, offset } = claimed.row;
  let current = claimed;
  let chunks = 0;
  for await (const chunk of chunksOf(claimed, { row, offset })) {
    current = await pauseAfter(() => whileOvertaken(() => writeChunk(current, chunk)));
    if (++chunks === CHUNKS) return;
  }
  const ended = advance(current, { state: "completed", finishedAt: Date.now() });
  await batch(current.scope, { ended });
  await forgetFile(current.scope, current.bucket, current.row.id);
}

/** Writes a chunk, and moves the import behind it in the same transaction. */
async function writeChunk(claimed: Claimed, chunk: Chunk): Promise<Claimed> {
  const { scope, options } = claimed;
  const { inputs, known } = await readChunk(scope, leadsIn(chunk), options, false);
  const people = new People().know(known);
  const planned = inputs.map((input) => plan(people, input, options));
  const { all, fresh } = people;
  const results = resultsOf(chunk, outcomesOf(planned, fresh));
  const { statements, next } = passChunk(claimed, chunk.place, results, {
    created: fresh.length,
    optedOut: all.filter(({ optsOut }) => optsOut.size > 0).length,
  });
  await batch(scope, { ...writeEntries(scope, people), passed: statements });
  return next;
}
