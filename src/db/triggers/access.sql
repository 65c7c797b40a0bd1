-- No act of the audit log is ever changed.
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT raise(ABORT, 'audit_log_append_only');
END;

-- An act stays in the audit log for 365 days at least.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log
WHEN old.created_at > (unixepoch('subsec') - 365 * 86400) * 1000
BEGIN
  SELECT raise(ABORT, 'audit_log_append_only');
END;

-- An INSERT into this view fails: somebody has changed the row since it was read.
CREATE VIEW stale_rows AS SELECT id FROM workspaces;

-- Stands in the transaction of the write that it precedes.
CREATE TRIGGER stale_rows_insert INSTEAD OF INSERT ON stale_rows
BEGIN
  SELECT raise(ABORT, 'stale_row');
END;
