export default {
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
};
