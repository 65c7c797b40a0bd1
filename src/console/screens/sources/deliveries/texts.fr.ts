import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Réceptions",
  received: "Reçu",
  fact: "Nature",
  status: "Résultat",
  lead: "Lead",
  booking: "Rendez-vous",
  openBooking: "Ouvrir le rendez-vous",
  wrong: "Ce qui cloche",
  all: "Tous les résultats",
  none: "Rien n’est encore arrivé",
  noneAbout:
    "Envoyez un essai depuis l’autre service. Si rien n’apparaît ici, vérifiez l’URL là-bas.",
  noMatch: "Rien avec ce résultat",
  showAll: "Tout afficher",
  kept:
    "Les résultats sont gardés 30 jours. Ce qui est arrivé l’est pour les 50 derniers envois, et 7 " +
    "jours pour ceux qui demandent votre aide.",
  consentNot:
    "Le consentement n’a pas été enregistré : cette personne s’est désinscrite, ou ne doit pas être " +
    "contactée.",
  forReaders: "Vous n’avez pas le droit de lire les leads, dont parle ce qui arrive.",
  delivery: "Ce qui est arrivé",
  replayed: "Rejoué",
  body: "Tel que reçu",
  bodyGone: "Ce n’est plus conservé, donc impossible à rejouer.",
  mend: "Ouvrir dans les correspondances",
  replay: "Rejouer",
  replayAll: "Tout rejouer",
  replaying: (count, of) =>
    of === 0
      ? "Plus rien à rejouer : ce qui est arrivé n’est plus conservé."
      : of === 1
        ? "Un envoi est rejoué."
        : `${count} envois sont rejoués.`,
  replayMore: "Relancez pour le reste.",
  conflict: (field) => `${field} : appartient à un autre lead.`,
  conflictWith: (field) => `${field} : appartient à un autre lead,`,
  warnings: {
    times_disagree:
      "L’agenda donne deux heures qui se contredisent. Vérifiez le rendez-vous ; s’il est décalé " +
      "de quelques heures, choisissez les autres heures sous Étapes.",
    ends_before_start: "Il finirait avant de commencer ; sa fin a été écartée.",
  },
  explained: {
    created: "Un nouveau lead ou un nouveau rendez-vous en est né.",
    updated: "Un lead connu, ou son rendez-vous, a été modifié.",
    unchanged: "Il n’apportait rien qui ne soit déjà connu.",
    ignored: "Personne n’en a besoin : ni contact, ni rendez-vous connu ici.",
    conflict:
      "Ses champs appartiennent à plusieurs leads. Fusionnez-les, ou changez ce qui reconnaît un " +
      "lead, puis rejouez-le.",
    invalid: "Quelque chose est inexploitable. Corrigez les correspondances, puis rejouez-le.",
    spam: "Un robot l’a envoyé, selon toute apparence. Il n’en est rien sorti.",
    held: "Il attend, et continuera tout seul dès que possible : à la reprise, ou le lendemain.",
    failed: "Un quota était atteint, ou cinq essais ont échoué. Rejouez-le.",
  },
} satisfies Like<typeof en>;
