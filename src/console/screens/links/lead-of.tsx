import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getLead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Skeleton } from "#console/ui/states";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

const NAMES_STALE_MS = 300_000;

/** A lead of whom only the id is known: the name, for those who may read it, and the way there. */
export function LeadOf({ id }: { id: number }) {
  const t = useTexts(linkTexts);
  const { unknownName } = useTexts(general);
  const client = useClient();
  const mayRead = useMay("leads:read");
  const { data, isLoading } = useQuery({
    queryKey: ["lead-name", id],
    enabled: mayRead,
    staleTime: NAMES_STALE_MS,
    queryFn: async ({ signal }) =>
      leadName((await getLead({ client, path: { lead: id }, signal })).data, unknownName),
  });
  const name = data ?? t.leadNumber(id);
  if (!mayRead) return <span>{name}</span>;
  if (isLoading) return <Skeleton width="8rem" />;
  const to: string = `/leads/${id}`;
  return (
    <Link to={to} className={styles.lead}>
      <Avatar name={name} size="1.75rem" />
      <bdi>{name}</bdi>
    </Link>
  );
}
