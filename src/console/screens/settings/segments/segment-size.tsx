import { useQuery } from "@tanstack/react-query";
import { countSegmentLeads } from "#client";
import { useClient } from "#console/session/session";
import { useFormat } from "#console/texts/format";
import { Skeleton } from "#console/ui/states";

/** The number of leads in a segment. */
export function SegmentSize({ segment }: { segment: number }) {
  const client = useClient();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ["segments", segment, "count"],
    queryFn: ({ signal }) => countSegmentLeads({ client, path: { segment }, signal }),
  });
  if (error) return "—";
  if (!data) return <Skeleton width="2rem" />;
  const { count, exact } = data.data;
  return `${exact ? "" : "≈ "}${format.number(count)}`;
}
