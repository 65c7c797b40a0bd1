import type { Like } from "#console/texts/catalogue";
import type en from "./start-texts.en";

export default {
  title: "Démarrages automatiques",
  about: "Ce qui a démarré automatiquement pour ce lead en 30 jours, ou ne l’a pas fait.",
  show: "Afficher",
  hide: "Masquer",
  none: "Rien de ce qui démarre des scénarios n’est arrivé.",
  times: "Dates à venir, et rappels",
  repeated: (count: string, day: string) => `${count} fois le ${day}`,
  event: "Quelque chose est arrivé",
  causes: {
    "lead.created": "Est devenu un lead",
    "lead.tag_added": "A reçu une étiquette",
    "lead.stage_changed": "A changé d’étape",
    "lead.event_reported": "Un événement a été signalé",
    "link.clicked": "A cliqué sur un lien",
    time: "Une date est arrivée",
  },
} satisfies Like<typeof en>;
