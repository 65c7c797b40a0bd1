import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./settings.en"),
  fr: () => import("./settings.fr"),
});
