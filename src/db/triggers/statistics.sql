-- An INSERT into this view adds to what the runs of a version of a scenario did on a day: `counts`
-- is a JSON object of what is added to each counter.
CREATE VIEW scenario_changes AS
SELECT scenario_id, version, day, counts FROM scenario_days;

-- A new day begins with the runs that wait by then (`at_…`): the newest day has those that wait
-- now, and a change of them never goes to an older one. What a deleted scenario still does is not
-- counted. Counters of more than a megabyte, which only very long ids of nodes can make, change no
-- further: D1 limits a row. OFFSET keeps SQLite from working out each subquery several times.
CREATE TRIGGER scenario_changes_insert INSTEAD OF INSERT ON scenario_changes
WHEN new.counts <> '{}'
BEGIN
  INSERT INTO scenario_days (scenario_id, version, day, counts)
  SELECT
    new.scenario_id,
    new.version,
    day,
    iif(octet_length(changed) > 1000000, known, changed)
  FROM (
    SELECT
      day,
      known,
      json_patch(
        known,
        (
          SELECT json_group_object(key, nullif(value + ifnull(known ->> ('$.' || key), 0), 0))
          FROM json_each(new.counts)
        )
      ) AS changed
    FROM (
      SELECT
        target.day,
        iif(
          last.day IS target.day,
          last.counts,
          ifnull(
            (
              SELECT counts
              FROM scenario_days
              WHERE scenario_id = new.scenario_id
                AND version = new.version
                AND scenario_days.day = target.day
            ),
            (
              SELECT json_group_object(key, value)
              FROM json_each(ifnull(last.counts, '{}'))
              WHERE key GLOB 'at_*'
            )
          )
        ) AS known
      FROM (
        SELECT
          newest,
          iif(new.counts GLOB '*"at_*', max(new.day, ifnull(newest, new.day)), new.day) AS day
        FROM (
          SELECT
            (
              SELECT max(day)
              FROM scenario_days
              WHERE scenario_id = new.scenario_id AND version = new.version
            ) AS newest
          FROM scenarios
          WHERE id = new.scenario_id
          LIMIT 1 OFFSET 0
        )
        LIMIT 1 OFFSET 0
      ) AS target
        LEFT JOIN scenario_days AS last
          ON last.scenario_id = new.scenario_id
          AND last.version = new.version
          AND last.day = newest
      LIMIT 1 OFFSET 0
    )
    LIMIT 1 OFFSET 0
  )
  WHERE true
  ON CONFLICT (scenario_id, version, day) DO UPDATE SET counts = excluded.counts;
END;

-- An active run that is deleted stands nowhere any more.
CREATE TRIGGER statistics_run_deleted AFTER DELETE ON runs
WHEN old.ended_at IS NULL AND old.waiting_for IS NOT NULL
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT old.scenario_id, old.version, date(), json_object('at_' || hex(old.node_id), -1);
END;

-- The outcome of a run's message counts on the day on which the run came to its node.
CREATE TRIGGER statistics_message AFTER UPDATE OF sent_at, delivered_at, read_at ON messages
WHEN new.node_id IS NOT NULL
  AND (
    new.sent_at IS NOT NULL AND old.sent_at IS NULL
    OR new.delivered_at IS NOT NULL AND old.delivered_at IS NULL
    OR new.read_at IS NOT NULL AND old.read_at IS NULL
  )
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT
    new.scenario_id,
    new.version,
    date(new.created_at / 1000, 'unixepoch'),
    (
      SELECT json_group_object(figure || about, 1)
      FROM (
        SELECT '' AS about
        UNION ALL
        SELECT '_' || hex(new.node_id)
      )
      CROSS JOIN (
        SELECT 'sent' AS figure WHERE new.sent_at IS NOT NULL AND old.sent_at IS NULL
        UNION ALL
        SELECT 'delivered' WHERE new.delivered_at IS NOT NULL AND old.delivered_at IS NULL
        UNION ALL
        SELECT 'read' WHERE new.read_at IS NOT NULL AND old.read_at IS NULL
      )
    );
END;

-- An INSERT into this view counts a person's click on a link in a run's message: the first one
-- that is stored of the message.
CREATE VIEW scenario_clicks AS
SELECT id AS click_id, link_send_id FROM link_clicks;

-- Clicks that are known as others' or not known at all do not count.
CREATE TRIGGER scenario_clicks_insert INSTEAD OF INSERT ON scenario_clicks
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT
    messages.scenario_id,
    messages.version,
    date(messages.created_at / 1000, 'unixepoch'),
    json_object('clicked', 1, 'clicked_' || hex(messages.node_id), 1)
  FROM link_sends
    CROSS JOIN messages ON messages.id = link_sends.message_id
  WHERE link_sends.id = new.link_send_id
    AND messages.node_id IS NOT NULL
    AND NOT EXISTS (
      SELECT 1
      FROM link_sends AS sends
        CROSS JOIN link_clicks ON link_clicks.link_send_id = sends.id
      WHERE sends.message_id = messages.id
        AND suspected_scanner = 0
        AND link_clicks.id <> new.click_id
    );
END;

-- A click may be known as a person's when it is stored.
CREATE TRIGGER statistics_click_insert AFTER INSERT ON link_clicks
WHEN new.suspected_scanner = 0
BEGIN
  INSERT INTO scenario_clicks (click_id, link_send_id) SELECT new.id, new.link_send_id;
END;

-- Or it is classified as one later.
CREATE TRIGGER statistics_click AFTER UPDATE OF suspected_scanner ON link_clicks
WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL
BEGIN
  INSERT INTO scenario_clicks (click_id, link_send_id) SELECT new.id, new.link_send_id;
END;
