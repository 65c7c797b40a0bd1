import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Réponses types",
  search: "Trouver une réponse",
  create: "Écrire une réponse",
  empty: "Aucune réponse type pour l’instant",
  emptyAbout:
    "Écrivez une fois ce que vous répondez souvent. Dans la messagerie, tapez / pour la trouver.",
  notFound: "Aucune réponse trouvée",
  shortcut: "Raccourci",
  shortcutHint: "Ce que vous tapez après / pour la trouver.",
  text: "Texte",
  textHint: "{{first_name}} et les autres champs sont remplis pour chaque lead.",
  platform: "Destinée à",
  anyPlatform: "Toutes les plateformes",
  edit: (shortcut: string) => `Modifier /${shortcut}`,
  delete: (shortcut: string) => `Supprimer /${shortcut}`,
  deleteAbout: "Les messages envoyés avec elle restent.",
  preview: (shortcut: string) => `Aperçu de /${shortcut}`,
  previewAbout: "Choisissez un lead pour voir ce qu’il recevrait.",
  noLead: "Aucun lead trouvé.",
  notNow: (why: string) => `Elle ne partirait pas maintenant. ${why}`,
} satisfies Like<typeof en>;
