import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { getProfile, type Lead, type LeadProfileFields } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { leadKey } from "../lead-key";
import { useValues } from "../use-values";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";

const ProfileDialog = lazily(() => import("./profile-dialog"));

type FieldName = keyof LeadProfileFields;
type Finding = LeadProfileFields[FieldName];

const PROFILE_FIELDS: FieldName[] = [
  "professional_situation",
  "primary_objective",
  "blockers",
  "levers",
  "verbatim",
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
  "lost_reason_detail",
];

const isFound = ({ value, claims }: Finding) =>
  claims.length > 0 ||
  (Array.isArray(value) ? value.length > 0 : value !== null && value !== false);

/** The known facts of the lead, with the words that they rest on. */
export function ProfileCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const g = useTexts(general);
  const { fields } = useValues();
  const client = useClient();
  const mayWrite = useMay("leads:write");
  const [isEditing, setEditing] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...leadKey(lead.id), "profile"],
    queryFn: ({ signal }) => getProfile({ client, path: { lead: lead.id }, signal }),
  });
  const found = data ? PROFILE_FIELDS.filter((name) => isFound(data.data.fields[name])) : [];
  return (
    <Card
      title={fields.profile}
      actions={
        mayWrite &&
        data && (
          <IconButton
            size="small"
            label={t.editProfile}
            icon={<Pencil />}
            onClick={() => setEditing(true)}
          />
        )
      }
    >
      {error && <ProblemNote error={error} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data && found.length === 0 && <Soft>{t.noProfile}</Soft>}
      <Stack as="dl" gap={4} className={styles.profile}>
        {data &&
          found.map((name) => (
            <FindingLine key={name} name={name} finding={data.data.fields[name]} />
          ))}
      </Stack>
      {isEditing && data && (
        <Suspense fallback={<p>{g.loading}</p>}>
          <ProfileDialog lead={lead} profile={data.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function FindingLine({ name, finding }: { name: FieldName; finding: Finding }) {
  const t = useTexts(leadTexts);
  const { fields } = useValues();
  const [newest, ...older] = finding.claims;
  return (
    <div>
      <dt>
        {fields[name]}
        {finding.source === "api" && <span className={styles.byHand}>{t.setByHand}</span>}
      </dt>
      <dd>
        <FindingValue name={name} finding={finding} />
        {newest && <Quote claim={newest} />}
        {older.length > 0 && (
          <details>
            <summary>{t.moreQuotes(older.length)}</summary>
            {older.map((claim) => (
              <Quote key={`${claim.message_id} ${claim.quote}`} claim={claim} />
            ))}
          </details>
        )}
      </dd>
    </div>
  );
}

function FindingValue({ name, finding }: { name: FieldName; finding: Finding }): ReactNode {
  const { textOf } = useValues();
  const { yes, no, none } = useTexts(general);
  const { value } = finding;
  if (Array.isArray(value))
    return (
      <ul className={styles.bullets}>
        {value.map((each) => (
          <li key={each} dir="auto">
            {each}
          </li>
        ))}
      </ul>
    );
  if (value === null) return <Soft as="span">{none}</Soft>;
  if (typeof value === "boolean") return value ? yes : no;
  switch (name) {
    case "occupation_status":
    case "maturity_level":
    case "engagement_level":
    case "lost_reason":
      return textOf(name, String(value));
    default:
      return <p dir="auto">{value}</p>;
  }
}

function Quote({ claim }: { claim: Finding["claims"][number] }) {
  const t = useTexts(leadTexts);
  const format = useFormat();
  const to: string = `/inbox/${claim.conversation_id}`;
  return (
    <blockquote className={styles.quote}>
      <p dir="auto">{claim.quote}</p>
      <footer>
        <Link to={to}>{format.date(claim.said_at)}</Link> ·{" "}
        {t.confidence(format.percent(claim.confidence))}
      </footer>
    </blockquote>
  );
}
