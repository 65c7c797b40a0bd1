import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Accueil",
  today: "Aujourd’hui",
  about: (day: string) => `Aujourd’hui, ${day}`,
  yesterday: (count: string) => `${count} hier`,
  figures: {
    received: "Reçus",
    sent: "Envoyés",
    failed: "En échec",
    optOuts: "Désinscriptions",
    clicks: "Clics",
    started: "Parcours commencés",
    ended: "Parcours terminés",
    leads: "Nouveaux leads",
  },
  month: "Les 30 derniers jours",
  views: { messages: "Messages", clicks: "Clics", runs: "Parcours" },
  chart: (what: string) => `${what} des 30 derniers jours, par jour`,
  stages: "Leads par étape",
  stagesAbout: (count: string, one: boolean) => `${count} ${one ? "lead" : "leads"}`,
  noStage: "Sans étape",
  thisWeek: (change: string) => `${change} en 7 jours`,
  unchanged: "inchangé en 7 jours",
  week: "Cette semaine par rapport à la précédente",
  more: (count: string) => `${count} de plus que la semaine d’avant`,
  fewer: (count: string) => `${count} de moins que la semaine d’avant`,
  same: "Autant que la semaine d’avant",
  attention: "À traiter",
  allWell: "Tout va bien",
  allWellAbout: "Aucun parcours bloqué, aucun canal arrêté, aucun point d’accès en échec.",
  failedRuns: (count: string, one: boolean) =>
    one ? "1 parcours a échoué" : `${count} parcours ont échoué`,
  failedRunsAbout: (scenario: string) => `dans « ${scenario} », ces 7 derniers jours`,
  heldRuns: (count: string, one: boolean) =>
    one ? "1 parcours est en pause" : `${count} parcours sont en pause`,
  heldRunsAbout: (scenario: string) => `dans « ${scenario} », jusqu’à ce qu’on les reprenne`,
  stoppedChannel: (name: string) => `${name} est arrêté`,
  failingEndpoint: (host: string) => `${host} est en échec`,
  disabledEndpoint: (host: string) => `${host} a été désactivé`,
  failingAbout: (since: string) => `Chaque livraison échoue depuis ${since}.`,
  disabledAbout: "Ses livraisons ont échoué trop longtemps, ou il n’existe plus.",
  start: "Bien commencer",
  startAbout: "Trois étapes jusqu’à votre première conversation.",
  steps: {
    channel: {
      title: "Connecter un canal",
      about: "WhatsApp, Instagram, ou le bac à sable pour essayer.",
    },
    leads: {
      title: "Importer vos leads",
      about: "Un fichier CSV ou Excel. Vous voyez d’abord les erreurs.",
    },
    scenario: {
      title: "Dessiner un scénario",
      about: "Messages, attentes et choix qui avancent tout seuls.",
    },
  },
  done: "Fait",
  welcome: "Bienvenue",
  welcomeAbout: "Votre jeton ne permet pas de voir les chiffres. Choisissez un écran.",
} satisfies Like<typeof en>;
