import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./privacy.en"),
  fr: () => import("./privacy.fr"),
});
