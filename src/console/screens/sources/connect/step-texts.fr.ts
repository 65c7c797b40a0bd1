import type { Like } from "#console/texts/catalogue";
import type en from "./step-texts.en";

const shopify = (event: string) => [
  "Dans Shopify, ouvrez Paramètres, puis Notifications et Webhooks.",
  `Créez un webhook pour l’événement « ${event} », en JSON, avec l’URL de réception.`,
  "Copiez le secret que Shopify affiche sous ses webhooks, et enregistrez-le ici.",
];

/** The way by which leads are known who come by a link. */
const LINK = (to: string, end: string) =>
  `Dans vos messages, terminez le lien vers ${to} par ${end} : chacun est alors reconnu.`;

const steps: Partial<Record<string, string[]>> = {
  webhook: [
    "Dans l’autre service, ajoutez un webhook : POST, en JSON, à l’URL de réception.",
    "Envoyez un essai, puis choisissez sous Correspondances ce que deviennent ses valeurs.",
  ],
  calendly: [
    "Dans Calendly, ouvrez Integrations, puis API and webhooks, et créez un jeton d’accès personnel " +
      "avec les droits users:read, scheduled_events:read et webhooks:write.",
    "Collez-le ici : la connexion se fait avec lui.",
    LINK("votre page de réservation", "?utm_content={{lead_ref}}"),
  ],
  iclosed: [
    "Dans iClosed, ouvrez Settings, puis Developer, et ajoutez un webhook.",
    "Collez l’URL de réception et choisissez un déclencheur. Ajoutez un webhook par déclencheur.",
    "Déclencheurs : contact créé, appel réservé, appel déplacé, appel annulé, résultat ajouté.",
    LINK("votre page de réservation", "?utm_content={{lead_ref}}"),
  ],
  form: [
    "Indiquez ici les pages qui portent le formulaire, puis collez-y le code.",
    "Envoyez une fois le formulaire vous-même : le lead apparaît en quelques secondes.",
  ],
  typeform: [
    "Dans Typeform, ouvrez le formulaire, puis Connect et Webhooks.",
    "Ajoutez un webhook avec l’URL de réception, et collez le secret comme secret.",
    "Activez le webhook, et envoyez une requête d’essai.",
    "Ajoutez au formulaire un champ masqué nommé utm_content.",
    LINK("le formulaire", "#utm_content={{lead_ref}}"),
  ],
  tally: [
    "Dans Tally, ouvrez le formulaire, puis Integrations, et connectez Webhooks.",
    "Collez l’URL de réception, et le secret comme signing secret.",
    "Ajoutez au formulaire un champ masqué nommé utm_content.",
    LINK("le formulaire", "?utm_content={{lead_ref}}"),
  ],
  shopify_customer: shopify("Création de client"),
  shopify_order: shopify("Création de commande"),
  stripe_checkout: [
    "Dans Stripe, ouvrez Développeurs, puis Webhooks, et ajoutez un endpoint avec l’URL de réception.",
    "Choisissez uniquement l’événement checkout.session.completed.",
    "Copiez le secret de signature de l’endpoint, et enregistrez-le ici, whsec_ compris.",
    LINK("le paiement", "?client_reference_id={{lead_ref}}"),
  ],
  cal_com: [
    "Dans Cal.com, ouvrez Paramètres, puis Webhooks, et ajoutez-en un avec l’URL de réception.",
    "Choisissez les événements des réservations : créée, déplacée, annulée, absence, réunion finie.",
    "Collez le secret comme secret.",
    LINK("votre page de réservation", "?metadata[lead_ref]={{lead_ref}}"),
  ],
  hubspot_workflow: [
    "Dans HubSpot, ajoutez l’action « Envoyer un webhook » à un workflow de contacts : POST, URL de réception.",
    "Comme authentification, choisissez une clé API nommée X-Webhook-Secret, dans l’en-tête.",
    "Comme valeur, créez un secret dans HubSpot, et collez-y le secret affiché ici.",
    "Incluez toutes les propriétés, ou au moins le nom, l’e-mail et les téléphones.",
  ],
};

export default {
  of: (name) => (steps[name] ?? []).join("\n"),
} satisfies Like<typeof en>;
