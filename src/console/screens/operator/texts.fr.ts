import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  jurisdiction: "Juridiction",
  noJurisdiction: "Aucune",
  jurisdictions: { eu: "Union européenne", fedramp: "FedRAMP (États-Unis)" },
} satisfies Like<typeof en>;
