import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({
  en: () => import("./operator.en"),
  fr: () => import("./operator.fr"),
});
