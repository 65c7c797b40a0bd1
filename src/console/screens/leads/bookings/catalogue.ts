import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./texts.en"),
  fr: () => import("./texts.fr"),
});
