import { useQuery } from "@tanstack/react-query";
import { countSegmentLeads } from "../../../../client/index";
import { useClient } from "../../../session/session";
import { useFormat } from "../../../texts/format";
import { Skeleton } from "../../../ui/states";

/** How many leads a segment has. */
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
