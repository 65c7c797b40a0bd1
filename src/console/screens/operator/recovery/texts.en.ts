export default {
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
};
