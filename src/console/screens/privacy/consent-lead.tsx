import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getLead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Skeleton } from "#console/ui/states";
import { useSeen } from "#console/ui/use-seen";

const NAMES_STALE_MS = 300_000;

/** The lead who gave a consent. Each name takes a request, so only those in view are asked for. */
export function ConsentLead({ id }: { id: number }) {
  const { unknownName } = useTexts(general);
  const client = useClient();
  const [ref, isSeen] = useSeen<HTMLAnchorElement>();
  const { data, isPending } = useQuery({
    queryKey: ["lead-name", id],
    enabled: isSeen,
    staleTime: NAMES_STALE_MS,
    queryFn: async ({ signal }) =>
      leadName((await getLead({ client, path: { lead: id }, signal })).data, unknownName),
  });
  return (
    <Link ref={ref} to="/privacy" search={{ lead: id }}>
      {isPending && <Skeleton width="8rem" />}
      <bdi className={isPending ? "visually-hidden" : undefined}>{data ?? id}</bdi>
    </Link>
  );
}
