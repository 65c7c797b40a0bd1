import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useLeadName } from "#console/data/use-lead-name";
import { useTexts } from "#console/texts/catalogue";
import { Avatar } from "#console/ui/badge";
import styles from "./runs.module.css";
import { texts } from "./texts";

/** The name of a run's lead; "Lead 12" until it is known, or for readers who may not know it. */
export function useRunLead(id: number, isWanted: boolean) {
  const t = useTexts(texts);
  return useLeadName(id, isWanted).name ?? t.lead(id);
}

function LeadLink({ id, name }: { id: number; name: string }) {
  const to: string = `/leads/${id}`;
  return (
    <Link to={to} className={styles.lead}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** The lead of a run, with a link to its page, and the state of the run below. */
export function RunLead({
  id,
  size,
  isWanted = true,
  children,
}: {
  id: number;
  size?: string;
  isWanted?: boolean;
  children: ReactNode;
}) {
  const name = useRunLead(id, isWanted);
  return (
    <>
      <Avatar name={name} {...(size && { size })} />
      <div className={styles.who}>
        <LeadLink id={id} name={name} />
        {children}
      </div>
    </>
  );
}
