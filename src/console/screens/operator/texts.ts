import { catalogue } from "#console/texts/catalogue";

export const texts = catalogue({
  en: {
    jurisdiction: "Jurisdiction",
    noJurisdiction: "None",
    jurisdictions: { eu: "European Union", fedramp: "FedRAMP (United States)" },
  },
  fr: {
    jurisdiction: "Juridiction",
    noJurisdiction: "Aucune",
    jurisdictions: { eu: "Union européenne", fedramp: "FedRAMP (États-Unis)" },
  },
});
