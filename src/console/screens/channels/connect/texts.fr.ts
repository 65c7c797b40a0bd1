import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Connecter un canal",
  steps: "Étapes",
  stepDone: "terminé",
  choose: "Choisir",
  details: "Détails",
  finish: "Terminer",
  platform: "Plateforme",
  fields: {
    name: { label: "Nom", hint: "Votre équipe le voit, pas les leads." },
    external_id: {
      label: "Identifiant du numéro",
      hint: "En chiffres, sous WhatsApp › Configuration de l’API.",
    },
    business_account_id: {
      label: "Identifiant du compte professionnel",
      hint: "Facultatif. Modèles, qualité et limite sont alors synchronisés chaque heure.",
    },
    gateway_url: {
      label: "Adresse de la passerelle",
      hint: "Là où votre passerelle reçoit les messages. En https.",
    },
    access_token: {
      label: "Jeton d’accès",
      hint: "D’un utilisateur système, afin qu’il n’expire pas.",
    },
    app_secret: {
      label: "Clé secrète de l’app",
      hint: "Chez Meta, sous Paramètres de l’app › Général.",
    },
    verify_token: {
      label: "Jeton de vérification",
      hint: "Un texte au choix. Vous le saisissez aussi chez Meta.",
    },
    signing_secret: {
      label: "Secret de signature",
      hint: "Votre passerelle vérifie les messages avec. Gardez-en une copie.",
    },
  },
  login: "Connexion",
  loginHint: "La façon dont le compte est relié à votre app chez Meta.",
  logins: {
    instagram: {
      label: "Par Instagram directement",
      accountId: {
        label: "User ID Instagram",
        hint: "Le user_id du compte, en chiffres : pas son id pour votre app. Meta le confirme.",
      },
      hints: {
        access_token: "Celui du compte. Il dure 60 jours et se renouvelle ici.",
        app_secret: "La clé secrète de l’app Instagram, en haut de la configuration de l’API.",
      },
      before: [
        "Passez le compte Instagram en compte professionnel.",
        "Créez une app et ajoutez-y Instagram : API avec la connexion Instagram.",
        "Ajoutez le compte sous Générer des jetons d’accès ; copiez son user ID et son jeton.",
        "Il faut instagram_business_basic et instagram_business_manage_messages ; " +
          "pour les commentaires, instagram_business_manage_comments aussi.",
      ].join("\n"),
    },
    facebook: {
      label: "Par sa page Facebook",
      accountId: {
        label: "Identifiant du compte",
        hint: "En chiffres : instagram_business_account de la page.",
      },
      hints: {
        access_token: "Celui de la page, par un utilisateur système, afin qu’il n’expire pas.",
        app_secret: "Chez Meta, sous Paramètres de l’app › Général.",
      },
      before: [
        "Passez le compte Instagram en compte professionnel et liez-le à une page Facebook.",
        "Créez une app de type Entreprise et ajoutez-y Instagram : connexion Facebook.",
        "Dans les paramètres d’entreprise, créez un utilisateur système avec app, page et compte.",
        "Générez le jeton de la page avec instagram_basic, instagram_manage_messages, " +
          "pages_manage_metadata et pages_show_list ; pour les commentaires, aussi avec " +
          "instagram_manage_comments, pages_read_engagement et pages_messaging.",
      ].join("\n"),
    },
  },
  isDefault: "Envoyer par ce canal par défaut",
  submit: "Connecter",
  beforeTitle: "D’abord, chez Meta",
  atMeta: "Maintenant, chez Meta",
  webhookUrl: "URL de rappel",
  verifyHidden: "Le jeton de vérification déjà saisi. Modifiez le canal pour en changer.",
  subscribe: "Abonnez-vous à ces champs",
  commentFields: "Les commentaires demandent aussi l’autorisation de les gérer.",
  withheld: (count) =>
    count === 1 ? "Meta a retenu un message." : `Meta a retenu ${count} messages.`,
  withheldAbout: (when) =>
    `Le dernier est arrivé ${when}. L’application n’a peut-être pas accès aux messages : vérifiez ` +
    "ses autorisations chez Meta, et autorisez l’accès aux messages dans les réglages du compte. " +
    "De nouveaux identifiants effacent cette note.",
  write: "Écrivez au compte depuis votre propre téléphone.",
  called: "Meta nous a appelés",
  calledAt: (when) => `Dernier appel : ${when}. Les appels sont notés une fois par heure.`,
  verified: "Meta a vérifié l’adresse",
  verifiedAt: (when) => `Vérifiée ${when}. Ensuite, abonnez-vous et écrivez au compte.`,
  waiting: "En attente du premier appel de Meta",
  waitingAbout: "Le voyant passe au vert dès que vous cliquez sur Vérifier chez Meta.",
  local: "Meta ne peut pas joindre cette adresse : c’est votre machine. Déployez d’abord.",
  gatewayTitle: "Sur votre passerelle",
  gatewaySend: "Vérifiez la signature de ce que nous envoyons à",
  gatewayInbound: "Transmettez ce qu’écrivent les leads par POST à",
  gatewayStatus: "Signalez le sort d’un message par POST à",
  gatewayCalled: "Votre passerelle nous a appelés",
  lastMessageAt: (when) => `Dernier message reçu ${when}.`,
  gatewayWaiting: "En attente du premier appel de votre passerelle",
  gatewayWaitingAbout: "Le voyant passe au vert dès qu’elle transmet le message d’un lead.",
  secretOnce: "Le secret de cette signature. Copiez-le : il ne sera plus affiché.",
  guide: "Lire le guide",
  ready: (name) => `${name} est prêt`,
  readyAbout: "Écrivez comme le ferait un lead et regardez ce qui se passe à l’intérieur.",
  open: "Ouvrir le chat",
  done: "Voir le canal",
} satisfies Like<typeof en>;
