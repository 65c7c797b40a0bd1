import type { Like } from "../texts/catalogue";
import type en from "./sources.en";

export default {
  sourceKinds: {
    webhook: "Webhook",
    calendly: "Calendly",
    iclosed: "iClosed",
    form: "Formulaire web",
  },
  sourcePresets: {
    calendly: "Calendly",
    iclosed: "iClosed",
    cal_com: "Cal.com",
    typeform: "Typeform",
    tally: "Tally",
    form: "Formulaire sur votre site",
    hubspot_workflow: "Workflow HubSpot",
    webhook: "N’importe quel service",
    shopify_customer: "Clients Shopify",
    shopify_order: "Commandes Shopify",
    stripe_checkout: "Paiements Stripe",
  },
  sourceResults: {
    created: "Nouveau",
    updated: "Mis à jour",
    unchanged: "Rien de nouveau",
    ignored: "Ignoré",
    conflict: "Conflit",
    invalid: "Inexploitable",
    spam: "Indésirable",
    held: "En attente",
    failed: "Échec",
  },
  sourceFacts: {
    contact: "Contact",
    booked: "Réservation",
    moved: "Ancienne date abandonnée",
    cancelled: "Annulation",
    no_show: "Absence",
    attended: "Absence retirée",
    outcome: "Résultat",
  },
} satisfies Like<typeof en>;
