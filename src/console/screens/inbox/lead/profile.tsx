import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Quote } from "lucide-react";
import { getProfile, type LeadProfileFields } from "#client";
import { messageHash } from "#console/data/message-hash";
import { isChoice } from "#console/screens/leads/fields";
import { useValues } from "#console/screens/leads/use-values";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./lead.module.css";
import { texts } from "./texts";

type Name = keyof LeadProfileFields;
type Value = LeadProfileFields[Name]["value"];

const NAMES: Name[] = [
  "primary_objective",
  "professional_situation",
  "verbatim",
  "blockers",
  "levers",
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
  "lost_reason_detail",
];
const QUOTES = 2;

const isKnown = (value: Value) =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** The known facts of the lead, and the words that they rest on. */
export function ProfileFacts({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const { fields, textOf } = useValues();
  const c = useTexts(general);
  const format = useFormat();
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["inbox", "profile", lead],
    queryFn: async ({ signal }) => (await getProfile({ client, signal, path: { lead } })).data,
  });
  if (error) return <ProblemNote error={error} />;
  if (isPending) return <LoadingRows rows={3} />;
  const known = NAMES.filter((name) => isKnown(data.fields[name].value));
  if (known.length === 0) return <Soft>{t.noProfile}</Soft>;
  const shown = (name: Name, value: Value) => {
    if (value === true) return c.yes;
    if (typeof value === "string") return isChoice(name) ? textOf(name, value) : value;
    return Array.isArray(value) ? value.join(" · ") : String(value);
  };
  return (
    <dl className={styles.profile}>
      {known.map((name) => {
        const { value, claims, source } = data.fields[name];
        return (
          <div key={name}>
            <Soft as="dt" size="small" title={source === "api" ? t.setByHand : undefined}>
              {fields[name]}
            </Soft>
            <dd dir="auto">{shown(name, value)}</dd>
            {claims.slice(0, QUOTES).map(({ conversation_id, message_id, quote, said_at }) => (
              <dd key={`${message_id} ${quote}`} className={styles.claim}>
                <Quote size="0.75rem" color="var(--accent)" />
                <Link
                  to="/inbox/$conversation"
                  params={{ conversation: String(conversation_id) }}
                  search={true}
                  hash={messageHash(message_id)}
                  preload={false}
                  title={t.quotedAt(format.dateTime(said_at))}
                >
                  {quote}
                </Link>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
