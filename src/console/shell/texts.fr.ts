import type { Like } from "../texts/catalogue";
import type en from "./texts.en";

export default {
  product: "Lead Engagement",
  skip: "Aller au contenu",
  navigation: "Écrans",
  narrow: "N’afficher que les icônes",
  widen: "Afficher le nom des écrans",
  home: "Accueil",
  inbox: "Messagerie",
  scenarios: "Scénarios",
  leads: "Leads",
  links: "Liens",
  channels: "Canaux",
  developers: "Développeurs",
  privacy: "Données personnelles",
  settings: "Paramètres",
  workspaces: "Espaces",
  health: "État",
  more: "Plus",
  account: "Compte et apparence",
  theme: "Apparence",
  themes: { system: "Système", light: "Clair", dark: "Sombre" },
  language: "Langue",
  guides: "Guides",
  signOut: "Se déconnecter",
  operator: "Opérateur",
  live: { live: "En direct", connecting: "Connexion…", off: "Hors direct" },
  find: "Rechercher…",
  findHint: "Nom, téléphone, e-mail… ou scénario, lien, écran",
  goTo: "Aller à",
  nothingFound: "Aucun résultat.",
  notFound: "Cette page n’existe pas",
  notFoundAbout: "L’adresse est peut-être erronée, ou son contenu a été supprimé.",
  goHome: "Aller à l’accueil",
  forbidden: "Votre jeton ne permet pas d’ouvrir cette page",
  forbiddenWithout: (abilities: string) => `Il lui faudrait le droit ${abilities}.`,
  forbiddenForOperator:
    "Cette page est destinée aux jetons d’un espace. Celui de l’opérateur n’en a aucun.",
  forbiddenForWorkspace: "Cette page est réservée au jeton de l’opérateur.",
  signInOtherwise: "Utiliser un autre jeton",
  crashed: "Cet écran a rencontré une erreur",
  crashedAbout: (error: string, request: string | null) =>
    `Vos enregistrements sont conservés. L’erreur vient de nous : ${error}` +
    `${request ? `, requête ${request}` : ""}. Si elle revient après un rechargement, ` +
    "envoyez-nous le rapport : il ne dit rien de vous ni de vos leads.",
  crashedOffline:
    "Vos enregistrements sont conservés. Une partie de cet écran n’est pas arrivée : vérifiez votre connexion et rechargez la page.",
  copyReport: "Copier un rapport",
  reload: "Recharger",
} satisfies Like<typeof en>;
