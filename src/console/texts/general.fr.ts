import names from "../names/first.fr";
import type { Like } from "./catalogue";
import type en from "./general.en";

export default {
  cancel: "Annuler",
  save: "Enregistrer",
  create: "Créer",
  edit: "Modifier",
  delete: "Supprimer",
  remove: "Retirer",
  close: "Fermer",
  back: "Retour",
  next: "Suivant",
  search: "Rechercher",
  searchLeads: "Rechercher des leads",
  searchLeadsHint: "Nom, téléphone, e-mail…",
  more: "Plus",
  loadMore: "Afficher la suite",
  loading: "Chargement…",
  retry: "Réessayer",
  discard: "Abandonner",
  discardEntered: "Abandonner votre saisie ?",
  copy: "Copier",
  copied: "Copié",
  saved: "Enregistré.",
  none: "Aucun",
  all: "Tous",
  yes: "Oui",
  no: "Non",
  name: "Nom",
  pair: (name, text) => `${name} : ${text}`,
  created: "Création",
  unknownName: "Sans nom",
  problems: {
    network: "Le service est injoignable. Vérifiez votre connexion et réessayez.",
    here: (name: string) => `Une erreur est survenue dans cette page (${name}). Rechargez-la.`,
    forbidden: (ability: string | null) =>
      `Votre jeton ne permet pas cette action${ability ? ` : il lui manque ${ability}` : ""}.`,
    suspended: "L’opérateur a suspendu l’espace de travail.",
    gone: "Cet élément n’existe plus. Quelqu’un l’a peut-être supprimé.",
    tooMany: "Trop de requêtes. Patientez un instant et réessayez.",
    server:
      "Le service a échoué. Si vous modifiiez quelque chose, vérifiez si c’est fait avant de réessayer.",
    noAnswer: "Le service n’a pas pu répondre. Réessayez dans un instant.",
    request: (id: string) => `Requête ${id}`,
  },
  ...names,
} satisfies Like<typeof en>;
