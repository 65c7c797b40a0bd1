import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  example: "9:00-12:30, 14:00-18:00",
  dayHint: "Jusqu’à 24:00 au plus tard. Un jour vide est un jour de fermeture.",
  closed: "Fermé le",
  closedHint: "Des jours comme 2026-12-25, séparés par des virgules.",
} satisfies Like<typeof en>;
