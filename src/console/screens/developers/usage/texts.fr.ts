import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Quotas",
  usedOf: (used: string, limit: string) => `${used} sur ${limit}`,
  nearly: (share: string) => `${share} consommés. Demandez-en plus à temps à votre opérateur.`,
  over: "Il ne reste rien. Demandez-en plus à votre opérateur.",
  storedAbout: "Tout ce qui est en base, index compris. Événements et journaux s’effacent seuls.",
  byDay: "Par jour",
  noDays: "Rien n’a été consommé ces 30 derniers jours",
  noDaysAbout: "Messages, requêtes et analyses sont comptés ici dès les premiers.",
  measure: "Ce que montre le graphique",
  day: "Jour (UTC)",
  quotas: {
    messages_per_day: "Messages aujourd’hui",
    analyses_per_day: "Analyses aujourd’hui",
    http_requests_per_day: "Requêtes HTTP des scénarios aujourd’hui",
    webhook_deliveries_per_day: "Livraisons de webhooks aujourd’hui",
    leads: "Leads",
    stored_bytes: "Données stockées",
    media_bytes: "Fichiers stockés",
    channels: "Canaux",
    scenarios: "Scénarios",
    short_links: "Liens courts",
    tags: "Étiquettes",
    triggers: "Déclencheurs actifs",
  },
  limits: {
    messages_per_day: "Messages par jour",
    analyses_per_day: "Analyses par jour",
    http_requests_per_day: "Requêtes HTTP des scénarios par jour",
    webhook_deliveries_per_day: "Livraisons de webhooks par jour",
  },
  measures: {
    messages_sent: "Messages envoyés",
    messages_received: "Messages reçus",
    clicks: "Clics",
    api_requests: "Requêtes d’API",
    webhook_deliveries: "Livraisons",
    http_requests: "Requêtes HTTP",
    analyses: "Analyses",
  },
} satisfies Like<typeof en>;
