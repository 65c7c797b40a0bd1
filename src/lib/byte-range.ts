/** Bytes of a file, from the first to the last one, of so many. */
export type Part = { from: number; to: number; size: number };

/**
 * The part of a file that a `Range` asks for; undefined where it asks for all of it, or for several
 * parts; null where it asks for nothing that is there.
 */
export function partOf(range: string | undefined, size: number): Part | null | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const last = size - 1;
  if (from === "")
    return Number(to) === 0 ? null : { from: Math.max(size - Number(to), 0), to: last, size };
  const end = to === "" ? last : Math.min(Number(to), last);
  if (to !== "" && Number(to) < Number(from)) return undefined;
  return Number(from) > last ? null : { from: Number(from), to: end, size };
}

/** The range of a part as R2 takes it. */
export const rangeOf = (part: Part | undefined) =>
  part && { range: { offset: part.from, length: part.to - part.from + 1 } };

/** A file, or a part of it, as it comes from R2: nobody holds it in memory. */
export type Download = { size: number; part: Part | null | undefined; body: ReadableStream | null };
