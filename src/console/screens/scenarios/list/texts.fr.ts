import type { Like } from "#console/texts/catalogue";
import fullTexts from "../full.fr";
import type en from "./texts.en";

export default {
  ...fullTexts,
  title: "Scénarios",
  about: "Des conversations qui se mènent toutes seules, et ce qu’elles rapportent.",
  view: "Afficher",
  starts: "Démarrages automatiques",
  create: "Nouveau scénario",
  search: "Rechercher un scénario",
  states: { all: "Tous", active: "Actifs", paused: "En pause" },
  stateLabel: "État",
  platformLabel: "Plateforme",
  anyPlatform: "Toutes les plateformes",
  active: "Actif",
  paused: "En pause",
  draft: "Brouillon",
  draftHint: "Un brouillon attend d’être publié.",
  nodes: (count: string, isOne: boolean) => `${count} ${isOne ? "étape" : "étapes"}`,
  columns: {
    scenario: "Scénario",
    state: "État",
    running: "En cours",
    week: "Lancés en 7 jours",
    outcome: "Réaction",
    changed: "Modifié",
    actions: "Actions",
  },
  started: (count: string) => `${count} lancés ces 7 derniers jours`,
  outcome: {
    replied: "ont répondu",
    clicked: "ont cliqué",
    converted: (share: string) => `${share} ont atteint l’objectif`,
    none: "Aucun envoi",
  },
  menu: (name: string) => `Actions pour ${name}`,
  activate: "Activer",
  pause: "Mettre en pause",
  copyIt: "Faire une copie",
  activated: (name: string) => `« ${name} » est actif.`,
  pausedNow: (name: string) => `« ${name} » est en pause. Ses parcours gardent leur place.`,
  copied: (name: string) => `« ${name} » est créé, en pause.`,
  deleted: (name: string) => `« ${name} » est supprimé.`,
  changedMeanwhile: "Quelqu’un a modifié ce scénario entre-temps. Réessayez.",
  deleteTitle: (name: string) => `Supprimer « ${name} » ?`,
  deleteAbout:
    "Ses parcours prennent fin, et leurs messages en attente ne partent pas. C’est définitif.",
  deleteAction: "Supprimer le scénario",
  empty: "Aucun scénario pour l’instant",
  emptyAbout: "Un scénario demande, attend et répond à votre place. Commencez par un seul.",
  noMatch: "Aucun scénario ne correspond",
  noMatchAbout: "Essayez un autre mot, ou moins de filtres.",
  clear: "Effacer les filtres",
  newTitle: "Nouveau scénario",
  newAbout: "Il commence en pause. Tout se modifie ensuite dans l’éditeur.",
  newName: "Nom",
  platform: "Plateforme",
  startFrom: "Partir de",
  points: {
    empty: "Page blanche",
    emptyAbout: "Un début, et la suite vous appartient.",
    question: "Question et réponse",
    questionAbout: "Demande, attend un jour, remercie, puis passe la main à une personne.",
    reminders: "Rappels de rendez-vous",
    remindersAbout:
      "Confirme le rendez-vous, le rappelle un jour et une heure avant, et propose une nouvelle " +
      "date en cas d’absence.",
    broadcast: "Envoi d’un modèle",
    broadcastAbout: "Envoie un modèle approuvé à tous ceux que vous inscrivez.",
  },
  template: "Modèle",
  chooseTemplate: "Choisir plus tard",
  noTemplates: "Aucun canal n’a encore de modèle approuvé. Vous pourrez le choisir plus tard.",
  drawn: {
    question: "Bonjour {{first_name|à vous}} ! Comment pouvons-nous vous aider ?",
    thanks: "Merci ! Nous revenons vers vous très vite.",
    reminder: "Êtes-vous toujours là ? Répondez ici quand cela vous convient.",
    confirmed:
      "Bonjour {{first_name|à vous}} ! Votre rendez-vous est confirmé : {{booking.day}} à " +
      "{{booking.time}}.",
    dayBefore:
      "Petit rappel : nous nous voyons {{booking.day}} à {{booking.time}}. Besoin d’un autre " +
      "créneau ? {{booking.reschedule_url|Répondez simplement ici.}}",
    hourBefore:
      "Notre rendez-vous commence dans une heure, à {{booking.time}}. {{booking.join_url}}",
    missed:
      "Nous nous sommes manqués aujourd’hui. Choisissez un autre créneau quand vous voulez : " +
      "{{booking.reschedule_url|répondez simplement ici.}}",
  },
} satisfies Like<typeof en>;
