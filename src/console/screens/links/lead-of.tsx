import { Link } from "@tanstack/react-router";
import { useLeadName } from "#console/data/use-lead-name";
import { useTexts } from "#console/texts/catalogue";
import { Avatar } from "#console/ui/badge";
import { Skeleton } from "#console/ui/states";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

/** A lead of whom only the id is known: the name, for those who may read it, and the way there. */
export function LeadOf({ id }: { id: number }) {
  const t = useTexts(linkTexts);
  const { name = t.leadNumber(id), isLoading, mayRead } = useLeadName(id);
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
