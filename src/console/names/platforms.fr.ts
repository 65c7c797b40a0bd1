import type { Like } from "../texts/catalogue";
import type en from "./platforms.en";

export default {
  providers: {
    whatsapp_cloud: "API Cloud de WhatsApp",
    instagram: "API d’Instagram",
    webhook: "Votre passerelle",
    sandbox: "Bac à sable",
  },
  about: {
    whatsapp_cloud: "Votre numéro chez Meta : modèles, qualité et limites synchronisés.",
    instagram: "Répondez aux messages privés d’un compte professionnel.",
    webhook: "Les messages sont envoyés, signés, à un serveur à vous.",
    sandbox: "Sans compte. Livre aussitôt, et vous jouez le lead.",
  },
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
  webhookAt: {
    whatsapp_cloud:
      "Ouvrez WhatsApp › Configuration et saisissez les deux. Cliquez sur Vérifier et enregistrer.",
    instagram:
      "Ouvrez Instagram › Configuration de l’API › Webhooks et saisissez les deux, puis vérifiez.",
  },
  ids: {
    wa_id: "Numéro WhatsApp",
    bsuid: "Id WhatsApp",
    parent_bsuid: "Id WhatsApp de portefeuilles liés",
    instagram_id: "Id Instagram",
  },
  suppressed: {
    phone: "Téléphone",
    email: "E-mail",

    bsuid: "Id WhatsApp",
    parent_bsuid: "Id WhatsApp de portefeuilles liés",
    instagram_id: "Id Instagram",
  },
  warnings: {
    template_on_instagram: () => "Instagram n’a pas de modèles.",
  },
} satisfies Like<typeof en>;
