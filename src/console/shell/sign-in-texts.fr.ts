import type { Like } from "../texts/catalogue";
import type en from "./sign-in-texts.en";

export default {
  title: "Connexion",
  about: "Collez un jeton d’API de votre espace, ou celui de l’opérateur.",
  renewal: (name) =>
    `Ce jeton ne fonctionne plus. Reconnectez-vous à ${name} pour reprendre là où vous en étiez : ce que vous modifiiez est toujours là.`,
  operator: "l’espace de l’opérateur",
  token: "Jeton d’API",
  hint: "Il reste dans cet onglet et est oublié à sa fermeture.",
  action: "Se connecter",
  wrong: "Aucun espace n’a ce jeton. Il a peut-être été révoqué, ou mal saisi.",
  malformed: "Ce n’est pas un jeton : il contient des caractères impossibles.",
  demo: "Découvrir l’espace de démonstration",
  demoAbout: "Atelier Horizon : soixante leads, leurs conversations, scénarios et liens.",
  or: "ou",
  pitch: "Chaque conversation, du premier message à la vente.",
  points: [
    "Répondez sur WhatsApp et Instagram depuis une seule messagerie",
    "Dessinez des scénarios et regardez les leads y avancer",
    "Voyez qui a cliqué, qui a répondu, et quoi faire ensuite",
  ].join("\n"),
} satisfies Like<typeof en>;
