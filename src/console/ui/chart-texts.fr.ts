import type { Like } from "../texts/catalogue";
import type en from "./chart-texts.en";

export default {
  from: "À partir de",
  showTable: "Afficher en tableau",
  zone: (name) =>
    name === "UTC" ? "Les jours vont de minuit à minuit UTC." : `Jours du fuseau ${name}.`,
} satisfies Like<typeof en>;
