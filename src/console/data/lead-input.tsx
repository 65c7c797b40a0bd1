import type { ComponentProps } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { SearchInput } from "../ui/field";

/** The box in which leads are searched. */
export function LeadInput(props: Omit<ComponentProps<typeof SearchInput>, "label">) {
  const t = useTexts(general);
  return <SearchInput label={t.searchLeads} placeholder={t.searchLeadsHint} {...props} />;
}
