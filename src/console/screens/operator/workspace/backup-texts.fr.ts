import type { Like } from "#console/texts/catalogue";
import type en from "./backup-texts.en";

export default {
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
} satisfies Like<typeof en>;
