import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Démarrages automatiques",
  about: "Tout ce qui démarre des scénarios automatiquement, tel que publié.",
  columns: {
    starts: "Démarre quand…",
    scenario: "Scénario",
    state: "État",
    since: "Depuis",
    count: "Lancés en 30 jours",
  },
  states: { all: "Tous", on: "Actifs", off: "Inactifs" },
  anyType: "De tout type",
  next: (at: string) => `Prochain : ${at}`,
  stateNames: {
    on: "Actif",
    limited: "Actif, complet jusqu’à l’heure suivante",
    paused: "Scénario en pause",
    invalid: "Inactif : à corriger",
    not_on_platform: "Inactif : pas sur cette plateforme",
  },
  why: {
    title: "Ce que cela a démarré, et pourquoi",
    timesTitle: "Ce qui démarre à son heure, ou non",
    due: (at: string) => `Son heure : ${at}`,
    starts: (at: string, isToday: boolean) => `Démarre ${isToday ? "à" : "le"} ${at}`,
    until: (at: string, isToday: boolean) => `Jusqu’${isToday ? "à" : "au"} ${at}`,
    assigned: "Tant qu’elle est attribuée à quelqu’un",
    last: (at: string) => `La dernière fois, ${at} :`,
    decided: "Ce qui en est advenu",
    now: "Si cela arrivait maintenant",
    comes: "Pour ce lead",
    never: "Pas pour ce lead",
    fits: "Ceux-ci y réagissent",
    others: "Ceux-ci n’y réagissent pas",
    pending: "La décision est en cours.",
    nothingFits: "Rien de ce qui démarre des scénarios n’y réagit.",
    none: "Rien ne réagit encore à de telles choses",
  },
  empty: "Rien ne démarre encore automatiquement",
  emptyAbout:
    "Ouvrez un scénario, choisissez son Début, et ajoutez ce qui le démarre : un mot-clé, une étiquette, une date…",
  noMatch: "Rien ne correspond",
  noMatchAbout: "Essayez avec moins de filtres.",
  clear: "Retirer les filtres",
} satisfies Like<typeof en>;
