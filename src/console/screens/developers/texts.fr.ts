import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Développeurs",
  about: "Tout ce que fait cette console, vos programmes le peuvent aussi.",
  parts: {
    tokens: "Jetons",
    webhooks: "Webhooks",
    events: "Événements",
    audit: "Journal d’audit",
    usage: "Consommation",
    reference: "Référence",
  },
  secret: {
    warning: "Copiez-le maintenant. Il n’est affiché qu’une fois et ne peut plus l’être ensuite.",
    copy: "Copier le secret",
    done: "Je l’ai enregistré",
  },
} satisfies Like<typeof en>;
