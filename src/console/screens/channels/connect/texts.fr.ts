import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Connecter un canal",
  steps: "Étapes",
  stepDone: "terminé",
  choose: "Choisir",
  details: "Détails",
  finish: "Terminer",
  kinds: {
    whatsapp_cloud: "Votre numéro chez Meta : modèles, qualité et limites synchronisés.",
    instagram: "Répondez aux messages privés d’un compte professionnel.",
    webhook: "Les messages sont envoyés, signés, à un serveur à vous.",
    sandbox: "Sans compte. Livre aussitôt, et vous jouez le lead.",
  },
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
  accountId: { label: "Identifiant du compte", hint: "Du compte professionnel, en chiffres." },
  isDefault: "Envoyer par ce canal par défaut",
  submit: "Connecter",
  beforeTitle: "D’abord, chez Meta",
  before: {
    whatsapp_cloud: [
      "Créez une app de type Entreprise et ajoutez-y WhatsApp.",
      "Ajoutez votre numéro sous WhatsApp › Configuration de l’API et copiez son identifiant.",
      "Dans les paramètres d’entreprise, créez un utilisateur système avec l’app et le compte.",
      "Générez son jeton avec whatsapp_business_messaging et whatsapp_business_management.",
    ].join("\n"),
    instagram: [
      "Passez le compte Instagram en compte professionnel.",
      "Créez une app de type Entreprise et ajoutez-y Instagram.",
      "Connectez le compte sous Instagram › Configuration de l’API et copiez son identifiant.",
      "Générez un jeton avec instagram_business_manage_messages.",
    ].join("\n"),
  },
  atMeta: "Maintenant, chez Meta",
  webhookAt: {
    whatsapp_cloud:
      "Ouvrez WhatsApp › Configuration et saisissez les deux. Cliquez sur Vérifier et enregistrer.",
    instagram:
      "Ouvrez Instagram › Configuration de l’API › Webhooks et saisissez les deux, puis vérifiez.",
  },
  webhookUrl: "URL de rappel",
  verifyHidden: "Le jeton de vérification déjà saisi. Modifiez le canal pour en changer.",
  subscribe: "Abonnez-vous à ces champs",
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
  gatewayHeard: "Votre passerelle nous a appelés",
  heardAt: (when) => `Dernier message reçu ${when}.`,
  gatewayWaiting: "En attente du premier appel de votre passerelle",
  gatewayWaitingAbout: "Le voyant passe au vert dès qu’elle transmet le message d’un lead.",
  secretOnce: "Le secret de cette signature. Copiez-le : il ne sera plus affiché.",
  guide: "Lire le guide",
  ready: (name) => `${name} est prêt`,
  readyAbout: "Écrivez comme le ferait un lead et regardez ce qui se passe à l’intérieur.",
  open: "Ouvrir le chat",
  done: "Voir le canal",
} satisfies Like<typeof en>;
