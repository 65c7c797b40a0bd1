import { catalogue } from "#console/texts/catalogue";

export const backupTexts = catalogue({
  en: {
    backups: "Backups",
    backupsAbout:
      "A backup brings back a workspace that was deleted. Nothing is restored over one that is there.",
    backUp: "Back up now",
    noBackups: "No backups",
    noBackupsAbout: "All workspaces are backed up each night. Or begin right now.",
    noBackupsGone: "There is nothing that this workspace could come back from.",
    state: "State",
    rowCount: "Rows",
    size: "Size",
    keptUntil: "Kept until",
    backupStates: {
      running: "Running",
      finished: "Finished",
      failed: "Failed",
      restoring: "Restoring",
      undoing: "Being taken back",
      deleting: "Being deleted",
    },
    restore: "Restore",
    restoreTitle: (name: string) => `Restore “${name}” from this backup?`,
    restoreAbout:
      "Its tokens, links and channels work again. What came after the backup is lost, also opt-outs.",
    restoreTo: "To",
    deleteBackup: (at: string) => `Delete the backup of ${at}`,
    deleteBackupTitle: "Delete this backup?",
    deleteBackupAbout: "Its files are gone for ever.",
  },
  fr: {
    backups: "Sauvegardes",
    backupsAbout:
      "Une sauvegarde fait revenir un espace supprimé. Rien n’est restauré sur un espace existant.",
    backUp: "Sauvegarder maintenant",
    noBackups: "Aucune sauvegarde",
    noBackupsAbout: "Tous les espaces sont sauvegardés chaque nuit. Ou commencez maintenant.",
    noBackupsGone: "Rien ne permet de faire revenir cet espace.",
    state: "État",
    rowCount: "Lignes",
    size: "Taille",
    keptUntil: "Gardée jusqu’au",
    backupStates: {
      running: "En cours",
      finished: "Terminée",
      failed: "Échouée",
      restoring: "Restauration",
      undoing: "Retour en arrière",
      deleting: "Suppression",
    },
    restore: "Restaurer",
    restoreTitle: (name: string) => `Restaurer « ${name} » depuis cette sauvegarde ?`,
    restoreAbout:
      "Jetons, liens et canaux refonctionnent. La suite est perdue, désinscriptions comprises.",
    restoreTo: "Vers",
    deleteBackup: (at: string) => `Supprimer la sauvegarde du ${at}`,
    deleteBackupTitle: "Supprimer cette sauvegarde ?",
    deleteBackupAbout: "Ses fichiers disparaissent pour toujours.",
  },
});
