-- A change that the workspace's database has to know of.
CREATE TRIGGER workspaces_version
AFTER UPDATE OF name, default_country, quotas, suspended_at, suspended_reason ON workspaces
WHEN new.copied_version IS NOT NULL
BEGIN
  UPDATE workspaces SET version = version + 1 WHERE id = new.id;
END;

-- The directory has to know of a new short link: whose claim its slug is, and what a redirect
-- needs.
CREATE TRIGGER outbox_short_link_insert AFTER INSERT ON short_links
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'short_link',
    new.id,
    new.workspace_id,
    json_object(
      'slug_key', new.slug_key,
      'claim', new.slug_claim,
      'destination_url', new.destination_url,
      'is_active', new.is_active
    )
  );
END;

-- The directory has to know of a short link's changes that a redirect depends on.
CREATE TRIGGER outbox_short_link_update
AFTER UPDATE OF slug_key, destination_url, is_active ON short_links
WHEN new.slug_key IS NOT old.slug_key
  OR new.destination_url IS NOT old.destination_url
  OR new.is_active IS NOT old.is_active
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'short_link',
    new.id,
    new.workspace_id,
    json_object(
      'slug_key', new.slug_key,
      'claim', new.slug_claim,
      'destination_url', new.destination_url,
      'is_active', new.is_active
    )
  );
END;

-- The directory has to know of a deleted short link. It forgets those of a deleted workspace at
-- once.
CREATE TRIGGER outbox_short_link_delete AFTER DELETE ON short_links
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('short_link', old.id, old.workspace_id);
END;

-- The directory has to know of a new channel: whose it is, and which account.
CREATE TRIGGER outbox_channel_insert AFTER INSERT ON channels
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'channel',
    new.id,
    new.workspace_id,
    json_object(
      'platform', new.platform,
      'provider', new.provider,
      'external_id', new.external_id
    )
  );
END;

-- The directory has to know of a channel that becomes another account's.
CREATE TRIGGER outbox_channel_update AFTER UPDATE OF platform, provider, external_id ON channels
WHEN new.external_id IS NOT old.external_id
  OR new.platform IS NOT old.platform
  OR new.provider IS NOT old.provider
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'channel',
    new.id,
    new.workspace_id,
    json_object(
      'platform', new.platform,
      'provider', new.provider,
      'external_id', new.external_id
    )
  );
END;

-- The directory has to know of a deleted channel. It forgets those of a deleted workspace at once.
CREATE TRIGGER outbox_channel_delete AFTER DELETE ON channels
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('channel', old.id, old.workspace_id);
END;

-- The directory has to know of a new source: the hashes of its keys.
CREATE TRIGGER outbox_source_insert AFTER INSERT ON sources
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES ('source', new.id, new.workspace_id, json_object('keys', json(new.key_hashes)));
END;

-- The directory has to know of a source's new keys.
CREATE TRIGGER outbox_source_update AFTER UPDATE OF key_hashes ON sources
WHEN new.key_hashes IS NOT old.key_hashes
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES ('source', new.id, new.workspace_id, json_object('keys', json(new.key_hashes)));
END;

-- The directory has to know of a deleted source. It forgets those of a deleted workspace at once.
CREATE TRIGGER outbox_source_delete AFTER DELETE ON sources
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('source', old.id, old.workspace_id);
END;
