import type { LeadOfPair } from "#client";
import { leadName } from "#console/data/lead-name";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Soft } from "#console/ui/text";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";

type Shown = Pick<
  LeadOfPair,
  "first_name" | "last_name" | "username" | "phone" | "email" | "ext_id" | "created_at"
>;

/** A lead that may stay when two are merged. */
export function Candidate({ lead }: { lead: Shown }) {
  const t = useTexts(leadTexts);
  const { unknownName } = useTexts(general);
  const format = useFormat();
  const name = leadName(lead, unknownName);
  const about = [lead.phone, lead.email, lead.ext_id, t.since(format.date(lead.created_at))];
  return (
    <>
      <Avatar name={name.replace(/^[@+]/, "")} size="2rem" />
      <span className={styles.candidateText}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Soft as="span">{about.filter(Boolean).join(" · ")}</Soft>
      </span>
    </>
  );
}

/** Two leads, of which one is chosen to stay. `name` tells the choice from others on the page. */
export function WhichStays<Lead extends Shown & { id: number }>({
  leads,
  keep,
  onChange,
  name = "keep",
}: {
  leads: readonly Lead[];
  keep: number;
  onChange: (id: number) => void;
  name?: string;
}) {
  return leads.map((lead) => (
    <label key={lead.id} className={styles.candidate}>
      <input
        type="radio"
        name={name}
        checked={keep === lead.id}
        onChange={() => onChange(lead.id)}
      />
      <Candidate lead={lead} />
    </label>
  ));
}
