type Named = {
  first_name?: string | null;
  last_name?: string | null;
  username?: string | null;
  email?: string | null;
  phone?: string | null;
};

/** What a person calls a lead: the name, else what else is known. */
export const leadName = (lead: Named, unknown: string) =>
  [lead.first_name, lead.last_name].filter(Boolean).join(" ") ||
  (lead.username && `@${lead.username}`) ||
  lead.phone ||
  lead.email ||
  unknown;
