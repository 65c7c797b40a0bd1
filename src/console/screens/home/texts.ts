import { catalogue } from "../../texts/catalogue";

export const texts = catalogue({
  en: { title: "Home" },
  fr: { title: "Accueil" },
});
