type Named = {
  first_name?: string | null;
  last_name?: string | null;
  username?: string | null;
  email?: string | null;
  phone?: string | null;
};

/** The name of a lead for people: its name, else another thing that is known of it. */
export const leadName = (lead: Named, unknown: string) =>
  [lead.first_name, lead.last_name].filter(Boolean).join(" ") ||
  (lead.username && `@${lead.username}`) ||
  lead.phone ||
  lead.email ||
  unknown;
