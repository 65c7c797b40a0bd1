import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./developers.en"),
  fr: () => import("./developers.fr"),
});
