import { TriangleAlert } from "lucide-react";
import type { ContactField, LeadListItem } from "#client";
import { useTexts } from "#console/texts/catalogue";
import styles from "./contact.module.css";
import { texts } from "./texts";

type Contacts = Pick<LeadListItem, ContactField | "unusable_contacts">;

export const isUsable = (lead: Contacts, field: ContactField) =>
  lead[field] !== null && !lead.unusable_contacts?.includes(field);

const SCHEMES = { phone: "tel", email: "mailto" } as const;

/**
 * A phone or an e-mail, with a mark where it can't be an address: a link to it would lead nowhere.
 */
export function Contact({
  lead,
  field,
  isLink = false,
}: {
  lead: Contacts;
  field: ContactField;
  isLink?: boolean;
}) {
  const t = useTexts(texts);
  const value = lead[field];
  if (value === null) return null;
  if (!isUsable(lead, field))
    return (
      <span className={styles.unusable} title={t.unusable[field]}>
        <bdi>{value}</bdi>
        <TriangleAlert aria-hidden="true" />
        <span className="visually-hidden">{t.unusable[field]}</span>
      </span>
    );
  return isLink ? <a href={`${SCHEMES[field]}:${value}`}>{value}</a> : <bdi>{value}</bdi>;
}
