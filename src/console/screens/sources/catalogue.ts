import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./sources.en"),
  fr: () => import("./sources.fr"),
});
