import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./channels.en"),
  fr: () => import("./channels.fr"),
});
