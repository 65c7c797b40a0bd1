import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./imports.en"),
  fr: () => import("./imports.fr"),
});
