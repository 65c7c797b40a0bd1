import type { ItemPath, SourceMappingRow } from "#client";
import { isSamePath } from "./paths";

export type Row = SourceMappingRow;

/** The ways of reading that suit a target, unless somebody chooses another. */
const WAYS: Partial<Record<string, Row["as"]>> = {
  phone: "phone",
  email: "email",
  tags: "tags",
  enrolled_at: "date",
};

const pathsOf = ({ from = [] }: Row) => from;

/** The target that a path is mapped to. */
export const targetOf = (rows: readonly Row[], path: ItemPath) =>
  rows.find((row) => pathsOf(row).some((one) => isSamePath(one, path)))?.to;

/** Rows without a path; a row that is left with none goes, unless it has a default. */
export const without = (rows: readonly Row[], path: ItemPath): Row[] =>
  rows.flatMap((row) => {
    const from = pathsOf(row).filter((one) => !isSamePath(one, path));
    if (from.length === pathsOf(row).length) return [row];
    return from.length === 0 && row.default == null ? [] : [{ ...row, from }];
  });

const MOST_PATHS = 10;

/** Maps a path to a target, before the others of that target. */
export function mapped(rows: readonly Row[], path: ItemPath, to: string): Row[] {
  const others = without(rows, path);
  const known = others.findIndex((row) => row.to === to);
  const row = others[known];
  if (!row) {
    const as = WAYS[to];
    return [...others, { to, from: [path], ...(as && { as }) }];
  }
  return others.with(known, { ...row, from: [path, ...pathsOf(row)].slice(0, MOST_PATHS) });
}
