import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Récupérer les espaces",
  about: "Si des bases sont perdues : fait revenir leurs espaces depuis les sauvegardes.",
  health: "État",
  happens: "Ce qui se passe",
  points: {
    back: "Chaque espace manquant revient tel qu’à sa dernière sauvegarde, sous les mêmes identifiants.",
    place:
      "Il revient dans la base où il était. Ses jetons, liens et canaux fonctionnent de nouveau.",
    lost: "La suite est perdue, désinscriptions comprises. Les leads effacés depuis le sont à nouveau.",
    others: "Les espaces que vous avez supprimés le restent, et ceux qui existent ne changent pas.",
  },
  first: "Avant de commencer",
  steps: {
    create:
      "Créez de nouvelles bases vides, mettez leurs identifiants dans wrangler.toml et déployez.",
    register: "Enregistrez DB_1 et les autres bases où étaient des espaces, avec leur juridiction.",
    nothing: "Ne créez rien d’autre avant : cela prendrait des identifiants déjà donnés.",
  },
  registered: (names: string) => `Enregistrées : ${names}.`,
  guide: "Lire le guide",
  recover: "Récupérer tous les espaces",
  again: "Récupérer à nouveau",
  confirmTitle: "Récupérer tous les espaces manquants ?",
  confirmAbout: (count: string, isOne: boolean) =>
    `${isOne ? "1 espace est là" : `${count} espaces sont là`}. Les autres reviennent des sauvegardes.`,
  confirm: "Récupérer",
  progress: "Avancement",
  reading: (backups: string) => `Lecture des sauvegardes : ${backups} encore inconnues.`,
  readingAbout: "Vous pouvez changer d’écran, mais gardez cet onglet ouvert.",
  back: (count: string, of: string) => `${count} espaces sur ${of} sont revenus.`,
  backAbout: "Dix à la fois. Cela continue tout seul : vous pouvez fermer cet onglet.",
  slow: "Le journal nomme ceux qui échouent : « workspace not restored ».",
  done: (count: string, isOne: boolean) =>
    isOne ? "L’espace est revenu." : `Les ${count} espaces sont revenus.`,
  nothing: "Rien ne manque : chaque espace sauvegardé est là, ou en chemin.",
  toWorkspaces: "Aller aux espaces",
  underWay: "Vous avez lancé une récupération d’espaces.",
  show: "Voir l’avancement",
} satisfies Like<typeof en>;
