import { catalogue } from "#console/texts/catalogue";

export const texts = catalogue({
  en: {
    title: "Recover workspaces",
    about: "For when databases are lost. Brings back from their backups all workspaces in them.",
    health: "Health",
    happens: "What happens",
    points: {
      back: "Each missing workspace comes back as it was backed up last, under the same ids.",
      place:
        "It comes back to the database that it was in. Its tokens, links and channels work again.",
      lost: "What came after the backup is lost, also opt-outs. Leads erased since are erased again.",
      others:
        "Workspaces that you have deleted stay deleted, and those that are there stay as they are.",
    },
    first: "Before you begin",
    steps: {
      create: "Create new, empty databases, put their ids into wrangler.toml, and deploy.",
      register: "Register DB_1 and all others that workspaces were in, each with its jurisdiction.",
      nothing: "Don’t create anything else first: it would get ids that were used before.",
    },
    registered: (names: string) => `Registered now: ${names}.`,
    guide: "Read the guide",
    recover: "Recover all workspaces",
    again: "Recover again",
    confirmTitle: "Recover all missing workspaces?",
    confirmAbout: (count: string, isOne: boolean) =>
      `${isOne ? "1 workspace is" : `${count} workspaces are`} there. All others come back from backups.`,
    confirm: "Recover",
    progress: "Progress",
    reading: (backups: string) => `Reading the backups: ${backups} found that were not known.`,
    readingAbout: "You can go to other screens in the meantime, but keep this tab open.",
    back: (count: string, of: string) => `${count} of ${of} workspaces are back.`,
    backAbout: "Ten at a time. It goes on by itself: you can leave, and close this tab.",
    slow: "The log names each that can’t be restored, as “workspace not restored”.",
    done: (count: string, isOne: boolean) =>
      isOne ? "The workspace is back." : `All ${count} workspaces are back.`,
    nothing: "Nothing is missing: each workspace that has a backup is there, or is on its way.",
    toWorkspaces: "Go to the workspaces",
    underWay: "You have begun to recover workspaces.",
    show: "Show the progress",
  },
  fr: {
    title: "Récupérer les espaces",
    about: "Si des bases sont perdues : fait revenir leurs espaces depuis les sauvegardes.",
    health: "État",
    happens: "Ce qui se passe",
    points: {
      back: "Chaque espace manquant revient tel qu’à sa dernière sauvegarde, sous les mêmes identifiants.",
      place:
        "Il revient dans la base où il était. Ses jetons, liens et canaux fonctionnent de nouveau.",
      lost: "La suite est perdue, désinscriptions comprises. Les leads effacés depuis le sont à nouveau.",
      others:
        "Les espaces que vous avez supprimés le restent, et ceux qui existent ne changent pas.",
    },
    first: "Avant de commencer",
    steps: {
      create:
        "Créez de nouvelles bases vides, mettez leurs identifiants dans wrangler.toml et déployez.",
      register:
        "Enregistrez DB_1 et les autres bases où étaient des espaces, avec leur juridiction.",
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
  },
});
