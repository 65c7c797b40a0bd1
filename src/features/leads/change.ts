/** What a scenario sets of a lead: fields, under their names on the wire, and variables as a whole each, of which null takes one away. */
export type LeadChange = {
  fields: Record<string, string | number | boolean | null>;
  variables: Record<string, unknown>;
};
