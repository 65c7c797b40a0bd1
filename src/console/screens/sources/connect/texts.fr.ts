import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Connecter une source",
  steps: "Étapes",
  stepDone: "fait",
  choose: "Choix",
  details: "Réglages",
  finish: "Mise en place",
  groups: {
    bookings: "Rendez-vous",
    forms: "Formulaires",
    shops: "Boutiques et paiements",
    others: "Tout le reste",
  },
  about: {
    calendly: "Qui réserve devient un lead ; déplacements, annulations et absences suivent.",
    iclosed: "Les contacts, les appels et leurs résultats, tels que vos closers les saisissent.",
    cal_com: "Les réservations, avec leurs déplacements, annulations et absences.",
    form: "Votre propre formulaire, avec le code à coller dans la page.",
    typeform: "Chaque réponse crée un lead.",
    tally: "Chaque réponse crée un lead.",
    shopify_customer: "Chaque nouveau client crée un lead.",
    shopify_order: "Chaque commande crée un lead, ou en complète un.",
    stripe_checkout: "Chaque paiement abouti crée un lead, ou en complète un.",
    hubspot_workflow: "Les contacts qui atteignent une étape de votre workflow.",
    webhook:
      "Zapier, Make, n8n, publicités à formulaire de Meta, votre programme : tout envoi par webhook.",
  },
  aboutOther: "Par webhook.",
  nameHint: "Votre équipe le voit, pas les leads.",
  tags: "Étiquettes pour chaque lead",
  whatComes: "La suite",
  submit: "Créer la source",
  there: "Maintenant, dans l’autre service",
  onPage: "Maintenant, sur votre page",
  showSteps: "Afficher les étapes",
  guide: "Lire le guide",
  url: "URL de réception",
  urlHidden:
    "Vous n’avez pas le droit de voir l’URL de réception : qui l’a peut envoyer des leads.",
  header: "Nom de l’en-tête",
  username: "Nom d’utilisateur",
  secret: "Secret",
  secretOnce:
    "Copiez-le : il ne sera plus affiché. Vous pourrez en créer un nouveau à tout moment.",
  reference: "À la fin des liens de vos messages",
  referenceHint: "Qui vient par un tel lien est reconnu, quelle que soit l’adresse saisie.",
  theirSecret: "Leur secret",
  theirSecretHint:
    "Il prouve que ce qui arrive vient bien d’eux. Tant qu’il manque, tout est refusé.",
  storeSecret: "Enregistrer le secret",
  secretStored: "Le secret est enregistré.",
  copyOf: (name) => `Copier : ${name}`,
  received: "Ça arrive",
  receivedAt: (when) => `Dernière réception ${when}.`,
  rejected: "Ça arrive, mais la vérification échoue",
  rejectedAbout: "Le secret là-bas n’est pas celui d’ici. Comparez-les, ou créez-en un nouveau.",
  waiting: "En attente du premier envoi",
  waitingAbout: "Le voyant passe au vert dès que quelque chose arrive. Envoyez un essai de là-bas.",
  local:
    "Les autres services ne peuvent pas joindre cette adresse : c’est votre machine. Déployez d’abord.",
  done: "Voir la source",
  notConnected: "La source existe, mais Calendly n’est pas encore connecté.",
  calendly: {
    title: "Connexion à Calendly",
    about:
      "Connectez-vous avec un jeton d’accès personnel : les réservations arrivent ensuite toutes " +
      "seules.",
    aboutReceiving:
      "La connexion a été faite à la main. Avec un jeton d’accès personnel, elle est surveillée ici.",
    token: "Jeton d’accès personnel",
    tokenHint:
      "Dans Calendly, sous Integrations › API and webhooks, avec les droits users:read, " +
      "scheduled_events:read et webhooks:write. Vous pouvez le laisser vide et connecter à la main.",
    scope: "Les rendez-vous de qui",
    scopes: { user: "Les miens seulement", organization: "Ceux de toute mon organisation" },
    keep: "Garder le jeton",
    keepHint:
      "Calendly met fin à une connexion qui échoue pendant un jour. Avec le jeton, elle est " +
      "rétablie.",
    connect: "Connecter",
    again: "Reconnecter",
    checked: "Dernier contrôle",
    states: {
      active: "Calendly est connecté.",
      ended: "Calendly a mis fin à la connexion.",
      refused: "Calendly refuse le jeton.",
    },
    fixes: {
      active: "Les nouveaux rendez-vous arrivent tout seuls.",
      ended: "Plus rien de nouveau n’arrive. Reconnectez avec un jeton.",
      refused: "Créez-y un nouveau jeton d’accès personnel, puis reconnectez.",
    },
    says: (words) => `Calendly indique : ${words}`,
    byHand: "Plutôt à la main",
    byHandAbout: "Faites envoyer cette requête. Ainsi, le jeton ne passe jamais par ici.",
    byHandHidden:
      "Faites envoyer cette requête, avec un secret que vous créez sous Sécurité. Ainsi, le jeton " +
      "ne passe jamais par ici.",
    copyRequest: "Copier la requête",
  },
  snippets: {
    title: "Code pour la page",
    way: "Type de formulaire",
    script: "Avec script",
    plain: "Sans script",
    scriptAbout: "Le visiteur reste sur la page et lit un remerciement.",
    plainAbout: "Marche sans JavaScript ; le visiteur arrive sur votre page de remerciement.",
    noRedirect:
      "Indiquez une page de remerciement dans les réglages, sinon les visiteurs voient une " +
      "réponse brute.",
    copy: "Copier le code",
    fields:
      "Vous pouvez ajouter des champs de n’importe quel nom : ils apparaissent sous Correspondances " +
      "dès la première réponse.",
    words: {
      name: "Nom",
      email: "E-mail",
      phone: "Numéro WhatsApp",
      send: "Envoyer",
      thanks: "Merci ! Nous revenons vers vous.",
      consent: "Oui, envoyez-moi des nouvelles et des offres",
      failed: "L’envoi a échoué. Réessayez plus tard.",
    },
  },
} satisfies Like<typeof en>;
