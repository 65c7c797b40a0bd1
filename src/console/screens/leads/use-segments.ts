import { useQuery } from "@tanstack/react-query";
import { countSegmentLeads, each, listSegments, type Segment } from "#client";
import { useClient } from "#console/session/session";
import type { Filters } from "./filters";

const PER_PAGE = 100;

export function useSegments() {
  const client = useClient();
  return useQuery({
    queryKey: ["segments"],
    queryFn: async () => {
      const segments: Segment[] = [];
      const all = each(listSegments, { client, query: { per_page: PER_PAGE } });
      for await (const segment of all) segments.push(segment);
      return segments.sort((left, right) => left.name.localeCompare(right.name));
    },
  });
}

/** The size of a segment, where it is all that is asked for. */
export function useSegmentCount(filters: Filters) {
  const client = useClient();
  const id = filters.segment_id;
  const isAlone = Object.keys(filters).length === 1;
  const { data } = useQuery({
    queryKey: ["segments", "count", id],
    queryFn: ({ signal }) => countSegmentLeads({ client, path: { segment: id ?? 0 }, signal }),
    enabled: id !== undefined && isAlone,
  });
  return id !== undefined && isAlone ? data?.data : undefined;
}
