import type { Like } from "#console/texts/catalogue";
import type en from "./full.en";

export default {
  full:
    "L’espace de travail a autant de déclencheurs actifs qu’il peut en avoir, au total ou par date. " +
    "Retirez-en, mettez en pause des scénarios devenus inutiles, ou demandez-en plus à votre opérateur.",
  fullShort:
    "Trop de déclencheurs sont actifs dans l’espace. Mettez un scénario en pause ou retirez-en.",
  toStarts: "Démarrages automatiques",
  showStarts: "Voir tous les démarrages automatiques",
} satisfies Like<typeof en>;
