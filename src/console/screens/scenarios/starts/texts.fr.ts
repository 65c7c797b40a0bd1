import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Ce qui démarre quand",
  about: "Tout ce qui démarre les scénarios de soi-même, tel que publié.",
  columns: {
    starts: "Démarre quand…",
    scenario: "Scénario",
    state: "État",
    since: "Depuis",
    count: "Démarrés en 30 jours",
  },
  states: { all: "Tous", on: "Actifs", off: "Inactifs" },
  anyType: "Tout",
  stateNames: {
    on: "Actif",
    limited: "Actif, complet jusqu’à l’heure suivante",
    paused: "Scénario en pause",
    invalid: "Inactif : à corriger",
    not_on_platform: "Inactif : pas sur cette plateforme",
  },
  empty: "Rien ne démarre encore de soi-même",
  emptyAbout:
    "Ouvrez un scénario, choisissez son Début, et ajoutez ce qui le démarre : un mot-clé, une étiquette, une date…",
  noMatch: "Rien ne correspond",
  noMatchAbout: "Essayez avec moins de filtres.",
  clear: "Retirer les filtres",
} satisfies Like<typeof en>;
