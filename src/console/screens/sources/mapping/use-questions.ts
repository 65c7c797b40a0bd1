import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { previewSource, type Source, type SourceDelivery } from "#client";
import { useClient } from "#console/session/session";
import type { Leaf } from "./paths";
import { isShownAsSent, leavesAsSent, leavesOfPart, readingOf, recognisedIn } from "./reading";

/** The newest bodies that are looked at. */
const MOST = 20;

/**
 * The questions of an item, and of one that is flat its members, but for those that are recognised
 * by themselves.
 */
function askedIn({ kind, mapping }: Source, item: unknown): Leaf[] {
  const reading = readingOf(item);
  const answers = leavesOfPart(reading, "answers");
  if (!isShownAsSent(kind)) return answers;
  const members = leavesAsSent(kind, reading).filter(({ keys }) => keys.length === 1);
  const recognised = recognisedIn(mapping, reading);
  return [...answers, ...members].filter(({ value }) => !recognised.has(value));
}

/** One after the other, so that they keep nothing else waiting. */
async function askedInAll(
  ids: readonly number[],
  read: (id: number) => Promise<Leaf[]>,
  signal: AbortSignal,
) {
  const asked = new Map<string, Leaf>();
  for (const id of ids) {
    signal.throwIfAborted();
    for (const leaf of await read(id)) {
      const key = leaf.keys.join("\n");
      if (!asked.has(key)) asked.set(key, leaf);
    }
  }
  return [...asked.values()];
}

/** The questions that have come to a source, each with an answer, the newest first. */
export function useQuestions(source: Source, deliveries: readonly SourceDelivery[]) {
  const { id } = source;
  const client = useClient();
  const queries = useQueryClient();
  const ids = deliveries.slice(0, MOST).map((one) => one.id);
  const ask = async (delivery_id: number) => {
    const body = { delivery_id, mapping: [] };
    return askedIn(source, (await previewSource({ client, path: { source: id }, body })).data.item);
  };
  // A body that has been read stays as it is, and may be gone by now.
  const read = (delivery: number) =>
    queries
      .fetchQuery({
        queryKey: ["source-questions", id, delivery],
        queryFn: () => ask(delivery),
        staleTime: Number.POSITIVE_INFINITY,
      })
      .catch(() => []);
  const { data = [] } = useQuery({
    queryKey: ["source-questions", id, ids],
    queryFn: ({ signal }) => askedInAll(ids, read, signal),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
