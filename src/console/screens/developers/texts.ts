import { catalogue } from "#console/texts/catalogue";

export const texts = catalogue({
  en: {
    title: "Developers",
    about: "Whatever this console does, your programs can do too.",
    parts: {
      tokens: "Tokens",
      webhooks: "Webhooks",
      events: "Events",
      audit: "Audit log",
      usage: "Usage",
      reference: "Reference",
    },
    secret: {
      warning: "Copy it now. It is shown this once, and nobody can show it again.",
      copy: "Copy the secret",
      done: "I have saved it",
    },
  },
  fr: {
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
  },
});
