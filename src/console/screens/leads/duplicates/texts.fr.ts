import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  found: (count, shown) =>
    count === 1
      ? "Deux leads sont une seule personne."
      : `${shown} paires de leads sont chacune une personne.`,
  settle: "Trancher",
  title: "Deux leads, une personne",
  about:
    "Une plateforme a montré que ce sont les mêmes personnes. Elles partagent déjà leurs " +
    "désinscriptions. Rien d’autre ne change avant votre choix.",
  foundAt: (at) => `Trouvé ${at}. Lequel reste ?`,
  notSame: "Ce sont deux personnes",
  none: "Toutes les paires sont tranchées.",
} satisfies Like<typeof en>;
