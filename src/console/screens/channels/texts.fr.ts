import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Canaux",
  about: "Les comptes par lesquels passent vos messages.",
  connect: "Connecter un canal",
  none: "Aucun canal pour l’instant",
  noneAbout: "Connectez WhatsApp ou Instagram, ou essayez d’abord tout dans un bac à sable.",
  isDefault: "Par défaut",
  active: "Actif",
  unchecked: "Pas encore vérifié",
  failed: "Vérification échouée",
  checked: "Jeton accepté pour la dernière fois",
  uncheckedAbout:
    "Rien ne prouve encore que le jeton est bon. Demandez à Meta : aucun message n’est envoyé.",
  uncheckedGateway: "Le premier message montrera si votre passerelle les accepte.",
  checkNow: "Vérifier maintenant",
  checkPassed: (name) => `Meta accepte le jeton de ${name}.`,
  checkFailed: (name) => `La vérification de ${name} a échoué.`,
  stopReasons: {
    by_request: "Arrêté",
    unauthorized: "Jeton refusé",
    permission: "Autorisation manquante",
    account_restricted: "Compte restreint",
    not_registered: "Numéro non enregistré",
    name_not_approved: "Nom non approuvé",
    payment: "Paiement manquant",
    spam_rate: "Trop souvent signalé",
    template_misuse: "Modèles mal utilisés",
    page_restricted: "Page restreinte",
  },
  fixes: {
    by_request: "Rien n’est envoyé, et les messages que vous envoyez maintenant échouent.",
    unauthorized: "Ses messages échouent. Saisissez un nouveau jeton d’accès pour le relancer.",
    permission:
      "Ses messages échouent. Donnez au jeton l’autorisation qui manque chez Meta, puis relancez-le.",
    account_restricted: "Ses messages échouent. Réglez la question avec Meta, puis relancez-le.",
    not_registered: "Ses messages échouent. Enregistrez le numéro chez Meta, puis relancez-le.",
    name_not_approved:
      "Ses messages échouent. Faites approuver le nom affiché chez Meta, puis relancez-le.",
    payment: "Ses messages échouent. Ajoutez chez Meta une carte qui fonctionne, puis relancez-le.",
    spam_rate:
      "Ses messages échouent. N’écrivez qu’aux personnes qui s’y attendent, puis relancez-le.",
    template_misuse:
      "Ses messages échouent. Rangez les modèles dans leur catégorie, puis relancez-le.",
    page_restricted: "Ses messages échouent. Réglez la question avec Meta, puis relancez-le.",
  },
  pauseReasons: {
    payment: "En attente du paiement",
    spam_rate: "En attente : trop de signalements",
    template_misuse: "En attente : modèles mal utilisés",
    page_restricted: "En attente : page restreinte",
    outage: "En attente d’une réponse",
  },
  pauseFixes: {
    payment:
      "Meta ne peut pas facturer le compte. Ajoutez-y une carte qui fonctionne, puis réessayez.",
    spam_rate:
      "Trop de personnes ont bloqué ou signalé le numéro. Les messages à celles qui n’ont pas " +
      "écrit depuis un jour attendent. N’écrivez qu’aux personnes qui s’y attendent.",
    template_misuse:
      "Selon Meta, des modèles ne sont pas dans la bonne catégorie. Les modèles attendent ; " +
      "corrigez leur catégorie.",
    page_restricted:
      "Meta a restreint la page pour l’instant. Voyez la qualité de la page chez Meta.",
    outage: "Le fournisseur ne répond pas. Rien n’est perdu, et il n’y a rien à faire.",
  },
  keepsQueue: "Les messages en attente sont gardés, et partiront dès qu’il reprendra.",
  nextTry: (when) => `Un message sera essayé : ${when}`,
  nextTryAtOnce: "Le prochain message sera essayé aussitôt.",
  tryNow: "Réessayer maintenant",
  resumed: (name) => `${name} reprend.`,
  platformSays: (words) => `La plateforme indique : ${words}`,
  since: (when) => `Depuis le ${when}`,
  play: "Se mettre à la place du lead",
  quality: "Qualité",
  qualities: { green: "Élevée", yellow: "Moyenne", red: "Faible" },
  limit: "Limite d’envoi",
  limitOf: (count) => `${count} personnes en 24 heures`,
  limitUsed: (used, count) => `${used} personnes sur ${count} en 24 heures`,
  limitShared: "Tous les numéros du portefeuille la partagent.",
  unlimited: "Aucune limite connue",
  externalId: "Identifiant du compte",
  lastMessage: "Dernier message d’un lead",
  never: "Aucun pour l’instant",
  verified: "Adresse vérifiée",
  created: "Connexion",
  parts: "Parties du canal",
  overview: "Aperçu",
  templates: "Modèles",
  chat: "Se mettre à la place du lead",
  back: "Tous les canaux",
  actions: "Autres actions",
  edit: "Modifier",
  editTitle: (name) => `Modifier ${name}`,
  makeDefault: "Choisir par défaut",
  madeDefault: (name) => `${name} est maintenant le canal par défaut.`,
  stop: "Arrêter",
  stopTitle: (name) => `Arrêter ${name} ?`,
  stopAbout: "Les messages en attente d’envoi échouent. Vous pouvez le relancer à tout moment.",
  start: "Relancer",
  started: (name) => `${name} est actif.`,
  stopped: (name) => `${name} est arrêté.`,
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteAbout:
    "Ses modèles disparaissent et les messages en attente échouent. Les conversations restent.",
  deleted: (name) => `${name} a été supprimé.`,
  connection: "Connexion",
  provider: "Fournisseur",
  business: "Compte professionnel",
  portfolio: "Portefeuille professionnel",
  marketingRoute: "Voie des modèles marketing",
  marketingRouteHint:
    "Meta leur réserve une voie, une fois ses conditions acceptées pour le compte. Si Meta n’en " +
    "prend pas par l’une, l’autre est essayée aussitôt.",
  marketingRoutes: {
    auto: "Celle que le compte accepte",
    messages: "Celle de tous les messages",
    marketing_messages: "Celle des messages marketing",
  },
  gateway: "Passerelle",
  credentials: "Identifiants",
  credentialNames: {
    access_token: "Jeton d’accès",
    app_secret: "Clé secrète de l’app",
    verify_token: "Jeton de vérification",
    signing_secret: "Secret de signature",
  },
  isStored: "enregistré, jamais affiché",
  isMissing: "manquant",
  synced: "Modèles synchronisés",
  syncFailed: (why) => `Les modèles n’ont pas pu être synchronisés : ${why}`,
  sandboxAbout:
    "Un bac à sable livre aussitôt et n’atteint personne. Écrivez comme un lead, touchez les " +
    "boutons, cliquez sur les liens et voyez vos scénarios répondre.",
  save: "Enregistrer",
  keepBlank: "Enregistré. Laissez vide pour le conserver.",
} satisfies Like<typeof en>;
