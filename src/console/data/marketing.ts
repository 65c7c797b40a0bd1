import type { Lead, Template } from "#client";

/** True if a template is kept from a lead who wants no marketing: if it is, or may be. */
export const isUnwantedBy = (
  lead: Pick<Lead, "is_marketing_optout"> | null,
  template: Pick<Template, "category"> | null,
) =>
  lead?.is_marketing_optout === true &&
  template !== null &&
  (template.category === null || template.category === "marketing");
