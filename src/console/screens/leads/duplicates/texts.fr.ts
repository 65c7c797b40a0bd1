import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  found: (count, shown) =>
    count === 1
      ? "Deux leads sont une seule personne."
      : `${shown} paires de leads désignent chacune une seule personne.`,
  settle: "Trancher",
  title: "Deux leads, une personne",
  about:
    "Une plateforme a montré que les deux leads sont la même personne. Ils partagent déjà leurs " +
    "désinscriptions. Rien d’autre ne change avant votre choix.",
  pair: (one, other) => `${one} et ${other}`,
  why: (at) =>
    `Trouvé le ${at} : la plateforme a nommé le numéro de l’un avec un identifiant de l’autre.`,
  differs: " (différent)",
  nothing: "rien",
  keep: "Garder",
  keepNamed: (name) => `Garder ${name}`,
  keepTitle: (name) => `Garder ${name} ?`,
  dismissed: "Ils restent deux leads.",
  notSame: "Ce sont deux personnes",
  none: "Toutes les paires sont tranchées.",
} satisfies Like<typeof en>;
