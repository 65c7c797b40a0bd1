import type { Schema } from "virtual:node-types";
import { useTexts } from "../../../../texts/catalogue";
import { useLanguage } from "../../../../texts/language";
import { lookup } from "../words";
import { hintOf } from "./schema";
import { fieldTexts } from "./texts";

/** `save_to` as "Save to". */
const humanised = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** What a setting is called, and what to know of it. The document's own words are English. */
export function useLabels(name: string, schema: Schema) {
  const t = useTexts(fieldTexts);
  const language = useLanguage();
  return {
    label: lookup(t.labels, name) ?? humanised(name),
    hint: lookup(t.hints, name) ?? (language === "en" ? hintOf(schema) : undefined),
  };
}
