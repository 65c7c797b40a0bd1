import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  toolbar: "Leads sélectionnés",
  clear: "Effacer la sélection",
  chosen: (count: number, shown: string) =>
    `${shown} ${count < 2 ? "lead sélectionné" : "leads sélectionnés"}`,
  allChosen: "Tous les résultats sont sélectionnés",
  chooseAll: "Sélectionner tous les résultats",
  all: "tous les résultats",
  leads: (count: number, shown: string) => `${shown} ${count < 2 ? "lead" : "leads"}`,
  addTags: "Ajouter des étiquettes",
  removeTags: "Retirer des étiquettes",
  stage: "Changer d’étape",
  enrol: "Inscrire",
  tagTitles: {
    addTags: (whom: string) => `Ajouter des étiquettes : ${whom}`,
    removeTags: (whom: string) => `Retirer des étiquettes : ${whom}`,
  },
  tagsMoveStage: "Certaines de ces étiquettes font aussi changer d’étape.",
  works: "Travaux en cours",
  kinds: {
    addTags: (tags: string) => `Ajouter ${tags}`,
    removeTags: (tags: string) => `Retirer ${tags}`,
    stage: (stage: string) => `Passer à l’étape ${stage}`,
    export: (name: string) => `Exporter ${name}`,
  },
  states: { running: "En cours", done: "Terminé", stopped: "Arrêté", failed: "Échec" },
  done: (done: string) => `${done} jusqu’ici`,
  doneOf: (done: string, total: string) => `${done} sur ${total}`,
  failed: (count: string) => `${count} en refus`,
  stop: "Arrêter",
  enrolTitle: "Inscrire dans un scénario",
  enrolAbout: "Voyez d’abord qui commence un parcours, qui non et pourquoi.",
  scenario: "Scénario",
  chooseScenario: "Choisissez un scénario",
  paused: "en pause",
  pausedAbout:
    "Ce scénario est en pause. Les parcours commencent, mais rien n’est envoyé avant sa reprise.",
  at: "Début",
  atHint: "Maintenant, sauf si vous fixez une heure.",
  perHour: "Leads par heure",
  perHourHint: "Au plus vite, sauf limite.",
  holdout: "Groupe témoin (%)",
  holdoutHint: "Écartés au hasard, pour comparer.",
  matched: (count: number, shown: string) =>
    `${shown} ${count < 2 ? "lead correspond" : "leads correspondent"}.`,
  notExact: "Il y en a plus que ceux examinés.",
  noChannel: "Aucun canal actif pour ce scénario : rien ne peut être envoyé.",
  channelPaused: (name, at) =>
    `Le canal ${name} est en pause : ses messages attendent. Prochain essai : ${at}.`,
  reasons: {
    enrolled: (one) => (one ? "commence un parcours" : "commencent un parcours"),
    already_active: (one) => (one ? "y a déjà un parcours" : "y ont déjà un parcours"),
    opted_out: (one) => (one ? "s’est désinscrit" : "se sont désinscrits"),
    holdout: (one) => (one ? "forme le groupe témoin" : "forment le groupe témoin"),
    marketing_opted_out: (one) =>
      `d’entre eux ne ${one ? "veut" : "veulent"} pas de marketing : aucun modèle de ce genre`,
    no_address: (one) => `d’entre eux n’${one ? "a" : "ont"} pas d’adresse connue sur ce canal`,
    in_other_run: (one) => `d’entre eux ${one ? "a" : "ont"} aussi un parcours ailleurs`,
    window_closed: (one) =>
      `d’entre eux n’${one ? "a" : "ont"} pas écrit depuis 24 heures : ses textes peuvent échouer`,
    no_comment: (one) =>
      `d’entre eux ${one ? "arrive" : "arrivent"} sans commentaire : la réponse publique échouera`,
  },
  enrolCount: (count: number, shown: string) => `Inscrire ${shown} ${count < 2 ? "lead" : "leads"}`,
  enrolled: (count: number, shown: string) =>
    `${shown} ${count < 2 ? "lead inscrit" : "leads inscrits"}`,
  enrolling: "Inscription",
  continues: "Elle continue si vous partez. La liste des leads montre son avancement.",
  enrolments: "Inscriptions en cours",
  enrolmentIn: (scenario: string) => `Inscription dans ${scenario}`,
  begins: (at: string) => `Début : ${at}`,
  heldOut: (count: string) => `${count} en groupe témoin`,
  anHour: (count: string) => `${count} par heure`,
  cancelEnrolment: "Annuler l’inscription",
  jobStates: {
    scheduled: "Planifiée",
    running: "En cours",
    completed: "Terminée",
    cancelled: "Annulée",
    failed: "Échec",
  },
  jobReasons: {
    quota_reached: "un quota de l’espace est atteint",
    tag_deleted: "une étiquette du filtre a été supprimée",
    internal_error: "le service n’a pas pu l’exécuter",
  },
} satisfies Like<typeof en>;
