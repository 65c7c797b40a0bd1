import { catalogue } from "../texts/catalogue";

export const signIn = catalogue({
  en: () => import("./sign-in-texts.en"),
  fr: () => import("./sign-in-texts.fr"),
});
