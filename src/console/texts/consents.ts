import { catalogue } from "./catalogue";

/** What a lead has said about getting messages, and how, in a few words. */
export const consentTexts = catalogue({
  en: {
    kinds: { opted_out: "Opted out", opted_in: "Opted in" },
    methods: {
      keyword: "by a keyword",
      button: "by a button",
      platform_button: "by a button of the platform’s own",
      preference: "on the platform",
      provider: "by the provider’s answer",
      api: "through the API",
      link: "on the preferences page",
      suppression: "had opted out before",
      merge: "by a merge",
    },
  },
  fr: {
    kinds: { opted_out: "Désinscrit", opted_in: "Inscrit" },
    methods: {
      keyword: "par un mot-clé",
      button: "par un bouton",
      platform_button: "par un bouton de la plateforme",
      preference: "sur la plateforme",
      provider: "par la réponse du fournisseur",
      api: "par l’API",
      link: "sur la page des préférences",
      suppression: "déjà désinscrit auparavant",
      merge: "par une fusion",
    },
  },
});
