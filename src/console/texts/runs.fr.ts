import type { Like } from "./catalogue";
import type en from "./runs.en";

export default {
  none: "Dans aucun scénario",
  states: {
    pending: "Débute",
    running: "En cours",
    waiting: "En attente",
    paused: "En pause",
    completed: "Terminé",
    exited: "Sorti",
    failed: "Échoué",
    cancelled: "Annulé",
    handed_off: "Transmis",
  },
  waits: {
    time: "attend une heure",
    reply: "attend une réponse",
    link_clicked: "attend un clic",
    message_read: "attend la lecture",
    tag_added: "attend une étiquette",
    stage_changed: "attend une étape",
    custom: "attend un événement",
    sending: "envoie",
    webhook: "attend une requête HTTP",
    analysis: "attend une analyse",
  },
  until: (at: string) => `jusqu’au ${at}`,
  pause: "Mettre en pause",
  resume: "Reprendre",
  cancel: "Annuler le parcours",
} satisfies Like<typeof en>;
