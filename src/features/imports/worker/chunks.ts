import { CHUNK_LEADS } from "#domain/imports";
import { MAX_TAGS } from "#domain/leads";
import type { Outcome } from "#features/leads/bulk/plan";
import { BulkLead, errorsOfLead } from "#features/leads/bulk/schema";
import type { FieldErrors } from "#lib/problem";
import { wording } from "#lib/zod-errors";
import { sourceOf } from "../files";
import type { Layout } from "../reading/layout";
import { leadReader } from "../reading/lead";
import type { Place } from "../reading/records";
import { type Row, readRows, type Values } from "../reading/rows";
import { rowErrors } from "../reading/unreadable";
import type { Claimed } from "./claim";
import type { Result } from "./commit";

/** A row as a lead, or what is wrong with it. */
export type Input = { row: number; values: Values | null } & (
  | { lead: BulkLead }
  | { errors: FieldErrors }
);

/** Rows that are worked together, and where the next one begins. */
export type Chunk = { inputs: Input[]; place: Place };

/** The chunks of an import that are worked before the next import's. */
export const CHUNKS = 20;

/** The most rows of a chunk, and characters. */
const [ROWS, CHARACTERS] = [1_000, 262_144];

/** Makes a reader of rows as leads. */
function inputReader({ scope, row, settings, timeZone }: Claimed): (row: Row) => Input | null {
  const read = leadReader(row.mapping ?? {}, { country: scope.defaultCountry, timeZone });
  const { tags: added = [] } = settings;
  return ({ row: number, values, error }) => {
    if (error) return { row: number, values: null, errors: { row: [rowErrors[error]] } };
    if (!values) return null;
    const { lead, tags, errors } = read(values);
    const all = [...new Set([...(tags ?? []), ...added])].slice(0, MAX_TAGS + 1);
    const input = { ...lead, tags: all };
    const parsed = BulkLead.safeParse(input, { error: (issue) => wording(issue) });
    const wrong = { ...(parsed.error && errorsOfLead(parsed.error.issues)), ...errors };
    return parsed.success && Object.keys(wrong).length === 0
      ? { row: number, values, lead: parsed.data }
      : { row: number, values, errors: wrong };
  };
}

/** The chunks of a file, from a place on. The last one ends where the file does. */
export async function* chunksOf(claimed: Claimed, from: Place): AsyncGenerator<Chunk> {
  const { scope, bucket, row: file } = claimed;
  const parts = file.format === "xlsx" ? file.lines : file.parts;
  const open = sourceOf(bucket, { workspaceId: scope.workspaceId, id: file.id }, parts);
  const rows = readRows(open, file.layout as Layout, from);
  const read = inputReader(claimed);
  let [inputs, leads, characters, count]: [Input[], number, number, number] = [[], 0, 0, 0];
  let place: Place | undefined;
  for await (const row of rows) {
    place = { row: row.row + 1, offset: row.offset };
    const input = read(row);
    count++;
    if (input) {
      inputs.push(input);
      characters += JSON.stringify(input.values).length;
      leads += "lead" in input ? 1 : 0;
    }
    if (leads < CHUNK_LEADS && count < ROWS && characters < CHARACTERS) continue;
    yield { inputs, place };
    [inputs, leads, characters, count, place] = [[], 0, 0, 0, undefined];
  }
  if (place) yield { inputs, place };
}

export const leadsIn = ({ inputs }: Chunk): BulkLead[] =>
  inputs.flatMap((input) => ("lead" in input ? [input.lead] : []));

/** The results of the rows of a chunk; `outcomes` are those of its leads. */
export function resultsOf({ inputs }: Chunk, outcomes: Outcome[]): Result[] {
  const left = [...outcomes];
  return inputs.map((input): Result => {
    const { row, values } = input;
    if ("errors" in input) return { row, values, status: "invalid", errors: input.errors };
    return { row, values, status: "invalid", ...left.shift() };
  });
}
