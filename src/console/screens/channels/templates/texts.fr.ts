import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  new: "Nouveau modèle",
  sync: "Synchroniser avec WhatsApp",
  synced: (count) =>
    count < 2 ? `${count} modèle est synchronisé.` : `${count} modèles sont synchronisés.`,
  search: "Rechercher des modèles",
  status: "État",
  filters: { all: "Tous", usable: "Envoyables", waiting: "En attente", refused: "Refusés" },
  category: "Catégorie",
  categories: {
    marketing: "Marketing",
    utility: "Utilitaire",
    authentication: "Authentification",
  },
  ttl: "Durée de vie, en secondes",
  ttlHints: {
    marketing:
      "Pendant combien de temps WhatsApp tente de le livrer : 43200 (12 heures) à 2592000 " +
      "(30 jours), et seulement par la voie des messages marketing. Vide : celle de WhatsApp, ou " +
      "la précédente.",
    utility:
      "Pendant combien de temps WhatsApp tente de le livrer : 30 à 43200 (12 heures). Vide : celle " +
      "de WhatsApp, ou la précédente.",
    authentication:
      "Pendant combien de temps WhatsApp tente de le livrer : 30 à 900 (15 minutes). Vide : celle " +
      "de WhatsApp, ou la précédente.",
  },
  ttlIs: (time) => `WhatsApp tente de le livrer pendant ${time}.`,
  language: "Langue",
  quality: "Qualité",
  parameters: "Paramètres",
  changed: "Modifié",
  none: "Aucun modèle pour l’instant",
  noneAbout: "Après 24 heures sans message du lead, WhatsApp n’accepte que des modèles approuvés.",
  noneFound: "Aucun modèle ne correspond",
  noneFoundAbout: "Changez le filtre ou la recherche.",
  reason: (words) => `WhatsApp indique : ${words}`,
  flaggedAbout:
    "WhatsApp juge sa qualité faible. Il part encore, mais sera désactivé si on continue de le " +
    "bloquer ou de le signaler.",
  localAbout: "Décrit ici seulement : WhatsApp n’a pas à l’approuver.",
  unsupported: (types) => `Il ne peut pas partir d’ici : il contient ${types}.`,
  onCard: (card) => `Carte ${card} :`,
  fills: "Ce qu’un message doit remplir",
  fillsNothing: "Ce modèle n’a pas de paramètres.",
  place: "Emplacement",
  parameter: "Paramètre",
  kind: "Type",
  kinds: { coupon_code: "Code à copier", limited_time_offer: "Fin de l’offre" },
  example: "Exemple",
  tooLong: "Ses composants sont trop longs pour être conservés.",
  nameHint: "Minuscules, chiffres et _. Il ne peut pas être changé ensuite.",
  header: "En-tête",
  optional: "Facultatif.",
  body: "Texte",
  bodyHint: "{{1}}, {{2}} … représentent ce que remplit chaque message.",
  footer: "Pied de page",
  headerKind: "Type d’en-tête",
  headerText: "Des mots ou rien",
  headerExample: (name) => `Exemple de ${name} dans l’en-tête`,
  handle: "Fichier d’exemple",
  handleHint: "L’identifiant (handle) que Meta a donné au fichier que vous y avez importé.",
  buttonTypes: {
    QUICK_REPLY: "Réponse rapide",
    URL: "Site web",
    PHONE_NUMBER: "Appel",
    COPY_CODE: "Copier un code",
  },
  buttonValues: { URL: "Adresse", PHONE_NUMBER: "Numéro", COPY_CODE: "Exemple de code" },
  buttonName: (type, place) => `Bouton ${place} : ${type}`,
  buttonText: "Texte du bouton",
  urlHint: "Elle peut finir par {{1}}, que chaque message remplit.",
  urlExample: "Exemple de l’adresse entière",
  ownLabels: { COPY_CODE: "Copier le code", REQUEST_CONTACT_INFO: "Partager ses coordonnées" },
  cards: "Cartes",
  addButton: "Ajouter un bouton",
  removeButton: (name) => `Retirer ${name}`,
  otherButtons: "Ses boutons ne peuvent pas être modifiés ici. Ils restent tels quels.",
  exampleOf: (name) => `Exemple de ${name}`,
  preview: "Aperçu",
  submit: "Créer le modèle",
  edit: "Modifier",
  editTitle: (name) => `Modifier ${name}`,
  noCategory: "Aucune",
  asksAgain:
    "WhatsApp doit l’approuver à nouveau. D’ici là, les messages qui l’utilisent ne partent pas.",
  asks: "WhatsApp doit l’approuver. Cela prend d’une minute à une journée.",
  save: "Enregistrer le modèle",
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteAbout: "Les messages et les scénarios qui l’utilisent ne pourront plus partir.",
  media: (format) => `[${format.toLowerCase()}]`,
} satisfies Like<typeof en>;
