import type { Like } from "#console/texts/catalogue";
import type en from "./consent-texts.en";

export default {
  about:
    "Chaque inscription et désinscription : quand et comment elle a été exprimée. Personne ne peut en modifier ni en supprimer.",
  kind: "Type",
  anyKind: "Tous",
  scope: "Portée",
  anyScope: "Toutes",
  from: "Du",
  to: "Au",
  lead: "Lead",
  clear: "Tout afficher",
  at: "Quand",
  how: "Comment",
  stored: "Enregistré",
  message: (id) => `Message ${id}`,
  none: "Aucun consentement",
  noneAbout: "Dès qu’un lead se désinscrit ou s’inscrit, cela s’affiche ici.",
  noneMatch: "Aucun consentement ne correspond",
  noneMatchAbout: "Choisissez un autre type, une autre portée ou d’autres jours.",
  download: "Télécharger en CSV",
  retention: {
    title: "Durées de conservation",
    about:
      "Ce qui est plus ancien est supprimé, un peu chaque heure, sans retour possible. Les leads restent jusqu’à ce que vous les supprimiez ou effaciez.",
    what: "Quoi",
    kept: "Gardé",
    daysOf: (what) => `Jours pour ${what}`,
    days: "jours",
    forEver: "Toujours",
    blank: "Laissez vide pour garder toujours",
    wrong: "Des jours entiers, ou rien pour toujours.",
    names: {
      retention_texts_days: "Textes des messages",
      retention_media_days: "Fichiers envoyés par les leads",
      retention_runs_days: "Parcours terminés",
      retention_clicks_days: "Clics individuels",
      retention_conversations_days: "Conversations silencieuses",
    },
    abouts: {
      retention_texts_days:
        "Avec les citations qui en viennent, et les fichiers. Résumés et profils restent.",
      retention_media_days: "Photos, messages vocaux, documents.",
      retention_runs_days: "Avec leurs étapes. Les statistiques des scénarios restent.",
      retention_clicks_days: "Les compteurs des liens restent.",
      retention_conversations_days:
        "Avec leurs messages, quand personne n’y a écrit depuis ce temps.",
    },
    save: "Enregistrer",
    shorterTitle: "Garder moins désormais ?",
    shorterAbout: (what) =>
      `Ce qui est plus ancien est supprimé en quelques heures, sans retour possible : ${what}.`,
    shorterAction: "Garder moins",
    always:
      "Durées fixes : événements 30 jours, imports et leurs lignes rejetées 30 jours, journal d’audit 365 jours. Les consentements restent autant que leur lead, les reçus d’effacement autant que l’espace.",
  },
} satisfies Like<typeof en>;
