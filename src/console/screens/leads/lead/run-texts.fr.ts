import type { Like } from "#console/texts/catalogue";
import type en from "./run-texts.en";

export default {
  analyses: "Analyses",
  analyse: "Analyser",
  noAnalyses: "Aucune conversation n’a été analysée.",
  claims: (count: number) => (count < 2 ? `${count} constat` : `${count} constats`),
  analysisStatuses: {
    pending: "En attente",
    running: "En cours",
    completed: "Terminée",
    skipped: "Sautée",
    failed: "Échec",
  },
  analysisReasons: {
    unchanged: "rien de nouveau",
    no_text: "aucun mot à lire",
    switched_off: "désactivée",
    opted_out: "désinscrit",
    daily_limit: "limite du jour",
    refused: "le modèle refuse",
    invalid_answer: "réponse inutilisable",
    rejected: "l’API du modèle refuse",
    unavailable: "modèle injoignable",
    internal_error: "erreur interne",
  },
  runs: "Parcours",
} satisfies Like<typeof en>;
