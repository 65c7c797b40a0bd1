import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Importer des leads",
  about:
    "Faites venir des leads d’un CRM, d’un tableur ou d’un autre outil. Vous voyez ce qui va se passer avant tout changement.",
  drop: "Déposez un fichier ici",
  dropNow: "Relâchez pour l’envoyer",
  or: "ou",
  choose: "Choisir un fichier",
  formats: "CSV, Excel (.xlsx, 20 Mo au plus) ou lignes JSON, 500 Mo au plus",
  sendingFirst: (name) => `Envoi de ${name}…`,
  tooLarge:
    "Un fichier peut avoir 500 Mo au plus, un fichier Excel 20 Mo. Découpez-le en plusieurs.",
  isEmpty: "Ce fichier est vide.",
  reading: "Lecture du fichier",
  readingAbout:
    "Détectée automatiquement. Ne choisissez que si des lettres ou des colonnes sont fausses.",
  encoding: "Lettres",
  detected: "Détecter",
  delimiter: "Entre les colonnes",
  delimiters: {
    comma: "Virgule",
    semicolon: "Point-virgule",
    tab: "Tabulation",
    bar: "Barre verticale",
  },
  sheet: "Feuille du classeur",
  sheetHint: "La première, sauf si vous en nommez une autre.",
  earlier: "Imports précédents",
  none: "Aucun import",
  noneAbout: "Chaque fichier envoyé apparaît ici, avec son rapport, pendant 30 jours.",
  file: "Fichier",
  state: "État",
  rows: "Lignes",
  accepted: "Acceptées",
  rejected: "Rejetées",
  sent: "Envoi",
  allImports: "Tous les imports",
  leads: "Tous les leads",
  sentAt: (when) => `envoyé ${when}`,
  states: {
    uploading: "Attend son fichier",
    reading: "Lecture",
    ready: "À associer",
    checking: "Vérification",
    checked: "Vérifié",
    running: "Import en cours",
    completed: "Importé",
    cancelled: "Annulé",
    failed: "Échoué",
    undoing: "Annulation en cours",
    undone: "Défait",
  },
  steps: { file: "Fichier", columns: "Colonnes", check: "Vérification", result: "Import" },
  stepsLabel: "Étapes de l’import",
  done: "terminé",
  discard: "Abandonner le fichier",
  discardAbout: "Le fichier est supprimé. Rien n’en a été importé.",
  stop: "Arrêter l’import",
  stopAbout:
    "Les leads déjà écrits restent. Vous pourrez défaire l’import pendant 7 jours ensuite.",
  stopCheck: "Arrêter la vérification",
  ask: (action) => `${action} ?`,
  undo: "Défaire l’import",
  undoTitle: "Défaire cet import ?",
  undoAbout: (count, one) =>
    `${one ? "Le lead qu’il a créé est supprimé" : `Les ${count} leads qu’il a créés sont supprimés`}. Ceux que quelqu’un a modifiés, étiquetés, contactés ou inscrits depuis restent, de même que ce qu’il a modifié d’autres leads.`,
  undoOptOuts: (count, one) =>
    one
      ? "La personne qu’il a désinscrite le reste, même si elle revient comme nouveau lead."
      : `Les ${count} personnes qu’il a désinscrites le restent, même si elles reviennent comme nouveaux leads.`,
  undoUntil: (when) => `Vous pouvez défaire cet import jusqu’au ${when}.`,
} satisfies Like<typeof en>;
