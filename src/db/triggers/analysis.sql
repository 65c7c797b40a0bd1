-- A message that the lead has deleted is no evidence any more, and no summary may quote it. An
-- analysis that is reading the conversation loses its claim, and runs again.
CREATE TRIGGER analyses_message_deleted AFTER UPDATE OF payload ON messages
WHEN new.payload = '{"deleted":true}' AND old.payload <> new.payload
BEGIN
  DELETE FROM profile_claims WHERE message_id = new.id;
  UPDATE conversations
  SET summary = NULL, summary_generated_at = NULL, analysed_as = NULL
  WHERE id = new.conversation_id AND analysed_as IS NOT NULL;
  UPDATE analyses
  SET taken = NULL, next_at = 0
  WHERE conversation_id = new.conversation_id AND status = 'running';
END;

-- An INSERT into this view requests the analysis of a conversation.
CREATE VIEW analysis_requests AS
SELECT conversation_id, cause, next_at, created_at FROM analyses;

-- A conversation has at most one pending analysis: a request joins it and brings it forward. While
-- it only waits for the conversation to be quiet, each message postpones it. An analysis that is
-- to be retried keeps its time.
CREATE TRIGGER analysis_requests_insert INSTEAD OF INSERT ON analysis_requests
BEGIN
  UPDATE analyses
  SET
    cause = iif(cause = 'quiet' OR new.cause = 'request', new.cause, cause),
    next_at = iif(
      cause = 'quiet' AND new.cause = 'quiet',
      new.next_at,
      iif(attempts > 0 OR new.cause = 'quiet', next_at, min(next_at, new.next_at))
    )
  WHERE conversation_id = new.conversation_id AND status = 'pending';
  INSERT INTO analyses (
    id, workspace_id, lead_id, conversation_id, cause, status, next_at, created_at
  )
  SELECT
    max(
      ifnull(
        (SELECT max(id) FROM analyses WHERE analyses.workspace_id = conversations.workspace_id),
        0
      ) + 1,
      new.created_at * 1000
    ),
    workspace_id,
    lead_id,
    id,
    new.cause,
    'pending',
    new.next_at,
    new.created_at
  FROM conversations
  WHERE id = new.conversation_id
    AND NOT EXISTS (
      SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'
    );
END;

-- A conversation in which the lead has written is analysed once it has been quiet for as long as
-- the workspace has set. Notes are not analysed, nor is the past of an account.
CREATE TRIGGER analyses_message AFTER INSERT ON messages
WHEN new.direction <> 'internal' AND new.origin IS NOT 'history'
BEGIN
  INSERT INTO analysis_requests (conversation_id, cause, next_at, created_at)
  SELECT
    new.conversation_id,
    'quiet',
    new.created_at + (settings ->> 'analysis_quiet_seconds') * 1000,
    new.created_at
  FROM workspaces
    CROSS JOIN conversations ON conversations.id = new.conversation_id
    CROSS JOIN leads ON leads.id = conversations.lead_id
  WHERE workspaces.id = new.workspace_id
    AND settings ->> 'analysis_quiet_seconds' IS NOT NULL
    AND ifnull(settings ->> 'analysis_enabled', 1)
    AND leads.is_optout = 0
    AND iif(
      new.direction = 'inbound',
      new.type NOT IN ('system', 'referral', 'reaction', 'call', 'story_mention', 'unsupported'),
      EXISTS (
        SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'
      )
    );
END;

-- So is one in which the lead has edited a message.
CREATE TRIGGER analyses_message_edited AFTER UPDATE OF edited_at ON messages
WHEN new.edited_at IS NOT old.edited_at AND new.direction = 'inbound' AND new.origin IS NULL
BEGIN
  INSERT INTO analysis_requests (conversation_id, cause, next_at, created_at)
  SELECT
    new.conversation_id,
    'quiet',
    new.updated_at + (settings ->> 'analysis_quiet_seconds') * 1000,
    new.updated_at
  FROM workspaces
    CROSS JOIN conversations ON conversations.id = new.conversation_id
    CROSS JOIN leads ON leads.id = conversations.lead_id
  WHERE workspaces.id = new.workspace_id
    AND settings ->> 'analysis_quiet_seconds' IS NOT NULL
    AND ifnull(settings ->> 'analysis_enabled', 1)
    AND leads.is_optout = 0;
END;
