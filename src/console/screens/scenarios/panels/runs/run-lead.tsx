import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getLead } from "../../../../../client/index";
import { leadName } from "../../../../data/lead-name";
import { useClient, useMay } from "../../../../session/session";
import { useTexts } from "../../../../texts/catalogue";
import { general } from "../../../../texts/general";
import styles from "./runs.module.css";
import { texts } from "./texts";

const FRESH_MS = 300_000;

/** What the lead of a run is called; "Lead 12" until it is known, or to who may not know. */
export function useRunLead(id: number, isWanted: boolean) {
  const t = useTexts(texts);
  const { unknownName } = useTexts(general);
  const client = useClient();
  const mayRead = useMay("leads:read");
  const { data } = useQuery({
    queryKey: ["scenario-run-lead", id],
    queryFn: async ({ signal }) => (await getLead({ client, signal, path: { lead: id } })).data,
    enabled: isWanted && mayRead,
    staleTime: FRESH_MS,
  });
  return data ? leadName(data, unknownName) : t.lead(id);
}

/** A link to the lead's page. */
export function LeadLink({ id, name }: { id: number; name: string }) {
  const to: string = `/leads/${id}`;
  return (
    <Link to={to} className={styles.lead}>
      <bdi>{name}</bdi>
    </Link>
  );
}
