import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Les événements en direct",
  type: "Types d’événements",
  everything: "Tous les événements",
  allOf: (kind: string) => `${kind} : tous`,
  pause: "Pause",
  paused: "En pause. Ce qui se passe entre-temps est gardé.",
  resume: (waiting: number) =>
    waiting === 0 ? "Reprendre" : `Reprendre (${waiting} nouveau${waiting > 1 ? "x" : ""})`,
  states: {
    live: "Les nouveaux événements apparaissent ici aussitôt.",
    connecting: "Connexion au flux…",
    off: "Pas de connexion au flux. Rechargez la page pour voir les nouveautés.",
  },
  empty: "Il ne s’est rien passé",
  showAll: "Afficher tous les événements",
  emptyAbout: "Les événements des 30 derniers jours apparaîtront ici dès le premier.",
  json: "L’événement en JSON",
  lead: (id: number) => `Lead ${id}`,
  by: (actor: string, id: number) => `${actor} ${id}`,
  actors: {
    token: "Jeton",
    operator: "Opérateur",
    run: "Parcours",
    platform: "Plateforme",
    service: "Service",
    import: "Import",
    source: "Source",
  },
  kinds: {
    message: "Messages",
    comment: "Commentaires",
    booking: "Rendez-vous",
    lead: "Leads",
    conversation: "Conversations",
    run: "Parcours",
    link: "Envois de liens",
    scenario: "Scénarios",
    channel: "Canaux",
    template: "Modèles",
    tag: "Étiquettes",
    short_link: "Liens courts",
    workspace: "Espace",
    webhook_endpoint: "Points d’accès webhook",
  },
} satisfies Like<typeof en>;
