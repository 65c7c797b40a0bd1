import type { Like } from "#console/texts/catalogue";
import type en from "./step-texts.en";

const shopify = (event: string) => [
  "Dans Shopify, ouvrez Paramètres, puis Notifications et Webhooks.",
  `Créez un webhook pour l’événement « ${event} », en JSON, avec l’URL de réception.`,
  "Copiez le secret que Shopify affiche sous ses webhooks, et enregistrez-le ici.",
];

const steps: Partial<Record<string, string[]>> = {
  webhook: [
    "L’autre service doit envoyer du JSON, ou un formulaire, par POST à l’URL de réception.",
  ],
  calendly: [
    "Dans Calendly, ouvrez Integrations, puis API and webhooks, et créez un jeton d’accès personnel.",
    "Collez-le ici : l’abonnement se fait avec lui. Une offre payante est nécessaire.",
    "Pour {{lead_ref}}, ajoutez ?utm_content={{lead_ref}} au lien de réservation.",
  ],
  iclosed: [
    "Dans iClosed, ouvrez Settings, puis Developer, et choisissez un webhook.",
    "Collez l’URL de réception et choisissez un déclencheur. Ajoutez un webhook par déclencheur.",
    "Déclencheurs : contact créé, appel réservé, appel déplacé, appel annulé, résultat ajouté.",
    "Pour {{lead_ref}}, ajoutez ?utm_content={{lead_ref}} au lien de réservation.",
  ],
  form: ["Copiez l’extrait de code dans la page, et indiquez ici l’origine de cette page."],
  typeform: [
    "Dans Typeform, ouvrez le formulaire, puis Connect et Webhooks.",
    "Ajoutez un webhook avec l’URL de réception, et collez le secret comme secret.",
    "Activez le webhook, et envoyez une requête d’essai.",
    "Pour {{lead_ref}}, ajoutez au formulaire un champ masqué nommé utm_content.",
  ],
  tally: [
    "Dans Tally, ouvrez le formulaire, puis Integrations, et connectez Webhooks.",
    "Collez l’URL de réception, et le secret comme signing secret.",
    "Pour {{lead_ref}}, ajoutez au formulaire un champ masqué nommé utm_content.",
  ],
  shopify_customer: shopify("Création de client"),
  shopify_order: shopify("Création de commande"),
  stripe_checkout: [
    "Dans Stripe, ouvrez Développeurs, puis Webhooks, et ajoutez un endpoint avec l’URL de réception.",
    "Choisissez uniquement l’événement checkout.session.completed.",
    "Copiez le secret de signature de l’endpoint, et enregistrez-le ici, whsec_ compris.",
    "Pour {{lead_ref}}, ajoutez ?client_reference_id={{lead_ref}} au lien de paiement.",
  ],
  cal_com: [
    "Dans Cal.com, ouvrez Paramètres, puis Webhooks, et ajoutez-en un avec l’URL de réception.",
    "Choisissez les événements des réservations : créée, déplacée, annulée, absence, réunion finie.",
    "Collez le secret comme secret.",
    "Pour {{lead_ref}}, ajoutez ?metadata[lead_ref]={{lead_ref}} au lien de réservation.",
  ],
  hubspot_workflow: [
    "Dans HubSpot, ajoutez l’action « Envoyer un webhook » à un workflow de contacts : POST, URL de réception.",
    "Comme authentification, choisissez une clé API nommée X-Webhook-Secret, dans l’en-tête.",
    "Comme valeur, créez dans HubSpot un secret qui est le secret d’ici.",
    "Incluez toutes les propriétés, ou au moins le nom, l’e-mail et les téléphones.",
  ],
};

export default {
  of: (name) => (steps[name] ?? []).join("\n"),
} satisfies Like<typeof en>;
