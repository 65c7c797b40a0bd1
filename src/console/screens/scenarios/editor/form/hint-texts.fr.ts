import type { Like } from "#console/texts/catalogue";
import type en from "./hint-texts.en";

export default {
  items: {
    buttons: "Bouton",
    link_buttons: "Bouton",
    sections: "Section",
    contacts: "Contact",
    rows: "Ligne",
    branches: "Branche",
    matches: "Réponse",
    components: "Partie",
    parameters: "Variable",
    cards: "Carte",
    headers: "En-tête",
    variables: "Variable",
    conditions: "Condition",
    all: "Condition",
    any: "Condition",
  },
  adds: {
    buttons: "Ajouter un bouton",
    contacts: "Ajouter un contact",
    link_buttons: "Ajouter un bouton",
    sections: "Ajouter une section",
    rows: "Ajouter une ligne",
    components: "Ajouter une partie",
    parameters: "Ajouter une variable",
    cards: "Ajouter une carte",
    headers: "Ajouter un en-tête",
    variables: "Ajouter une variable",
  },
  hintsOf: {
    webhook: { timeout_seconds: "Ensuite l’appel compte comme échoué." },
    ai_analyze: { timeout_seconds: "Ensuite les leads continuent par « En cas d’échec »." },
    handoff: {
      reason: "Vos collègues la lisent dans l’historique du lead.",
      assignee_id: "Vide : qui est disponible.",
    },
    exit: { reason: "Affichée dans l’historique du lead." },
  },
  hints: {
    id: "Pour les programmes qui lisent les réponses. Peut rester vide.",
    save_to: "Les autres étapes l’utilisent avec {{nom}}.",
    timeout_seconds: "Ensuite les leads continuent par « Rien pendant … ». Vide : sans limite.",
    matches: "La première qui convient décide. Casse et accents ne comptent pas.",
    branches: "La première dont les conditions sont vraies décide, sinon « Sinon ».",
    validate:
      "Toute autre réponse est invalide. Un numéro peut aussi être partagé par le bouton d’un " +
      "message qui le demande.",
    on_window_closed: "WhatsApp accepte un texte libre 24 heures après un message du lead.",
    within: "En dehors, les leads attendent ici leur ouverture. Voir Paramètres.",
    on_marketing_cap:
      "WhatsApp limite le marketing qu’une personne reçoit, toutes entreprises confondues.",
    max_days: "Il est envoyé de nouveau après 24, 48 et 96 heures.",
    goal: "Les statistiques comparent les branches selon lui.",
    filter: "Vide : tous ; pour les liens et messages, ceux de ce parcours.",
    max_attempts:
      "Après tant de réponses invalides, les leads continuent par « Réponse invalide ».",
    url: "https seulement. Des {{variables}} peuvent figurer dans le chemin.",
    preview: "WhatsApp affiche un aperçu du premier lien du texte.",
    body: "JSON ou texte, avec des {{variables}}. Vide : le lead.",
  },
} satisfies Like<typeof en>;
