import { Link } from "@tanstack/react-router";
import type { LeadOfPair } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { useValues } from "../use-values";
import styles from "./comparison.module.css";
import { duplicateTexts } from "./texts";

/** The facts of a lead as people read them: null for what is not known, or not so. */
function useFacts() {
  const { fields, textOf } = useValues();
  const { yes } = useTexts(general);
  const format = useFormat();
  const time = (at: string | null) => at && format.dateTime(at);
  return (lead: LeadOfPair): readonly (readonly [label: string, value: string | null])[] => [
    [fields.phone, lead.phone],
    [fields.email, lead.email],
    [fields.username, lead.username && `@${lead.username.replace(/^@/, "")}`],
    [fields.ext_id, lead.ext_id],
    [fields.pipeline_stage, lead.pipeline_stage && textOf("pipeline_stage", lead.pipeline_stage)],
    [fields.source, lead.source && textOf("source", lead.source)],
    [fields.is_optout, lead.is_optout ? yes : null],
    [fields.is_marketing_optout, lead.is_marketing_optout ? yes : null],
    [fields.last_inbound, time(lead.last_inbound_at)],
    [fields.created, time(lead.created_at)],
  ];
}

/** Two leads side by side, of which either may be kept. What differs stands out. */
export function Comparison({
  leads,
  nameOf,
  why,
  onKeep,
}: {
  leads: readonly [LeadOfPair, LeadOfPair];
  nameOf: (lead: LeadOfPair) => string;
  why: string;
  onKeep: (lead: LeadOfPair) => void;
}) {
  const t = useTexts(duplicateTexts);
  const factsOf = useFacts();
  const [left, right] = leads.map(factsOf);
  const rows = (left ?? []).flatMap(([label, value], index) => {
    const other = right?.[index]?.[1] ?? null;
    return value || other ? [{ label, values: [value, other], isSame: value === other }] : [];
  });
  return (
    <table className={styles.comparison}>
      <caption>{why}</caption>
      <thead>
        <tr>
          <td />
          {leads.map((lead) => (
            <th key={lead.id} scope="col">
              <Link to="/leads/$lead" params={{ lead: String(lead.id) }} target="_blank">
                <bdi>{nameOf(lead)}</bdi>
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, values, isSame }) => (
          <tr key={label} className={isSame ? undefined : styles.differs}>
            <th scope="row">
              {label}
              {!isSame && <span className="visually-hidden">{t.differs}</span>}
            </th>
            {values.map((value, index) => (
              <td key={leads[index]?.id}>
                {value ? <bdi>{value}</bdi> : <span className="visually-hidden">{t.nothing}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          {leads.map((lead) => (
            <td key={lead.id}>
              <Button
                size="small"
                aria-label={t.keepNamed(nameOf(lead))}
                onClick={() => onKeep(lead)}
              >
                {t.keep}
              </Button>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
