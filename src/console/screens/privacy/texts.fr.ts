import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Données personnelles",
  about:
    "Répondez aux personnes qui demandent ce que vous détenez sur elles, ou qui veulent le faire supprimer.",
  tabs: {
    person: "Trouver une personne",
    erasures: "Effacements",
    suppressions: "Oppositions",
    consents: "Consentements",
    retention: "Conservation",
  },
  who: "Téléphone, e-mail ou identifiant externe",
  whoHint:
    "Exactement comme la personne le donne. Un numéro de téléphone peut s’écrire dans n’importe quel format.",
  find: "Trouver",
  begin: "Qui demande ?",
  beginAbout:
    "Trouvez la personne par une adresse, puis voyez ce qui est détenu, remettez-le ou effacez-le.",
  nobody: "Personne n’a cette adresse",
  nobodyAbout:
    "Aucun lead n’a exactement ce téléphone, cet e-mail ou cet identifiant. Qui a été effacé est introuvable, et c’est voulu.",
  several: "Plusieurs leads ont cette adresse",
  gone: "Ce lead n’existe plus.",
  erasedBefore: "Ce lead a été effacé.",
  seeReceipt: "Voir le reçu",
  subscribed: "Abonné",
  unsubscribed: "Désinscrit",
  seeConsents: "Voir les consentements",
  openLead: "Ouvrir le lead",
  openPage: "Ouvrir en page",
  preparing: "Préparation de la page…",
  erase: "Effacer…",
  facts: {
    id: "Lead",
    since: "Connu depuis",
  },
  held: (name) => `Ce qui est détenu sur ${name}`,
  heldAbout:
    "Ce que vous détenez dans d’autres systèmes n’y est pas, ni les sauvegardes de l’opérateur.",
  downloadJson: "Télécharger en JSON",
  leftOut: (parts) => `Votre jeton ne peut pas lire : ${parts}. Cela manque dans le dossier.`,
  eraseTitle: (name) => `Effacer ${name} ?`,
  eraseAbout: "C’est irréversible.",
  erasePoints: [
    "Le lead, ses messages, fichiers, clics, parcours et analyses sont supprimés aussitôt.",
    "Ce qui en reste, comme des requêtes en cours, l’est environ une minute plus tard.",
    "Un reçu le prouve. Il nomme les sauvegardes et exports qui ont encore la personne, et jusqu’à quand.",
  ].join("\n"),
  staysSuppressed:
    "La personne s’est désinscrite. Une empreinte à clé de ses adresses reste, pour qu’aucun import ne lui écrive plus.",
  typeToConfirm: (word) => `Tapez ${word} pour confirmer`,
  eraseAction: "Effacer définitivement",
} satisfies Like<typeof en>;
