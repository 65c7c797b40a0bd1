import { catalogue } from "../texts/catalogue";

export const texts = catalogue({
  en: {
    title: "Sign in",
    about: "Paste an API token of your workspace, or the operator's.",
    renewal: (name: string) =>
      `This token has stopped working. Sign in to ${name} again to go on where you were: what you were editing is still here.`,
    operator: "the operator’s screens",
    token: "API token",
    hint: "It stays in this tab and is forgotten when you close it.",
    action: "Sign in",
    wrong: "No workspace has this token. It may have been revoked, or mistyped.",
    malformed: "This is not a token: it has characters that a token never has.",
    demo: "Explore the demo workspace",
    demoAbout: "Atelier Horizon: sixty leads, their conversations, scenarios and links.",
    or: "or",
    pitch: "Every conversation, from the first message to the closed deal.",
    points: [
      "Answer WhatsApp and Instagram from one inbox",
      "Draw scenarios, and watch leads move through them",
      "See who clicked, who answered, and what to do next",
    ].join("\n"),
  },
  fr: {
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
  },
});
