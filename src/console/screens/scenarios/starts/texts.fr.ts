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
  why: {
    title: "Ce que cela a démarré, et pourquoi",
    decided: "Ce qui en est advenu",
    now: "Si cela arrivait maintenant",
    fits: "Ceux-ci y réagissent",
    others: "Ceux-ci n’y réagissent pas",
    pending: "La décision est en cours.",
    nothingFits: "Rien de ce qui démarre des scénarios n’y réagit.",
    none: "Rien ne réagit encore à de telles choses",
  },
  empty: "Rien ne démarre encore de soi-même",
  emptyAbout:
    "Ouvrez un scénario, choisissez son Début, et ajoutez ce qui le démarre : un mot-clé, une étiquette, une date…",
  noMatch: "Rien ne correspond",
  noMatchAbout: "Essayez avec moins de filtres.",
  clear: "Retirer les filtres",
} satisfies Like<typeof en>;
