-- A change that the workspace's database has to know of.
CREATE TRIGGER workspaces_version
AFTER UPDATE OF name, default_country, quotas, suspended_at, suspended_reason ON workspaces
WHEN new.copied_version IS NOT NULL
BEGIN
  UPDATE workspaces SET version = version + 1 WHERE id = new.id;
END;
