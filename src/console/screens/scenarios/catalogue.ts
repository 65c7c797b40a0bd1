import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./scenarios.en"),
  fr: () => import("./scenarios.fr"),
});
