-- Each row of lead_merges is counted.
CREATE TRIGGER stored_lead_merges_insert AFTER INSERT ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    200
    + ifnull(octet_length(new.fields), 0)
    + ifnull(octet_length(new.dropped), 0);
END;

-- A deleted row of lead_merges takes no space.
CREATE TRIGGER stored_lead_merges_delete AFTER DELETE ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    200
    + ifnull(octet_length(old.fields), 0)
    + ifnull(octet_length(old.dropped), 0)
    );
END;

-- The texts of lead_merges may grow and shrink.
CREATE TRIGGER stored_lead_merges_update AFTER UPDATE OF
  fields, dropped
ON lead_merges
WHEN 0
    + ifnull(octet_length(new.fields), 0)
    + ifnull(octet_length(new.dropped), 0) <> 0
    + ifnull(octet_length(old.fields), 0)
    + ifnull(octet_length(old.dropped), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.fields), 0)
    + ifnull(octet_length(new.dropped), 0)
    - (0
    + ifnull(octet_length(old.fields), 0)
    + ifnull(octet_length(old.dropped), 0)
    );
END;

-- Each row of consents is counted.
CREATE TRIGGER stored_consents_insert AFTER INSERT ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    250;
END;

-- A deleted row of consents takes no space.
CREATE TRIGGER stored_consents_delete AFTER DELETE ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    250
    );
END;

-- Each row of suppressions is counted.
CREATE TRIGGER stored_suppressions_insert AFTER INSERT ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    300;
END;

-- A deleted row of suppressions takes no space.
CREATE TRIGGER stored_suppressions_delete AFTER DELETE ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    300
    );
END;

-- Each row of analyses is counted.
CREATE TRIGGER stored_analyses_insert AFTER INSERT ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    250;
END;

-- A deleted row of analyses takes no space.
CREATE TRIGGER stored_analyses_delete AFTER DELETE ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    250
    );
END;

-- Each row of bulk_enrolments is counted.
CREATE TRIGGER stored_bulk_enrolments_insert AFTER INSERT ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    400
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.reason), 0);
END;

-- A deleted row of bulk_enrolments takes no space.
CREATE TRIGGER stored_bulk_enrolments_delete AFTER DELETE ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    400
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.reason), 0)
    );
END;

-- The texts of bulk_enrolments may grow and shrink.
CREATE TRIGGER stored_bulk_enrolments_update AFTER UPDATE OF
  filter, reason
ON bulk_enrolments
WHEN 0
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.reason), 0) <> 0
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.reason), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.reason), 0)
    - (0
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.reason), 0)
    );
END;

-- Each row of custom_events is counted.
CREATE TRIGGER stored_custom_events_insert AFTER INSERT ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    100
    + ifnull(octet_length(new.data), 0);
END;

-- A deleted row of custom_events takes no space.
CREATE TRIGGER stored_custom_events_delete AFTER DELETE ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    100
    + ifnull(octet_length(old.data), 0)
    );
END;

-- The texts of custom_events may grow and shrink.
CREATE TRIGGER stored_custom_events_update AFTER UPDATE OF
  data
ON custom_events
WHEN 0
    + ifnull(octet_length(new.data), 0) <> 0
    + ifnull(octet_length(old.data), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.data), 0)
    - (0
    + ifnull(octet_length(old.data), 0)
    );
END;

-- Each row of test_runs is counted.
CREATE TRIGGER stored_test_runs_insert AFTER INSERT ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    300
    + ifnull(octet_length(new.start), 0)
    + ifnull(octet_length(new.events), 0)
    + ifnull(octet_length(new.nodes), 0)
    + ifnull(octet_length(new.edges), 0);
END;

-- A deleted row of test_runs takes no space.
CREATE TRIGGER stored_test_runs_delete AFTER DELETE ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    300
    + ifnull(octet_length(old.start), 0)
    + ifnull(octet_length(old.events), 0)
    + ifnull(octet_length(old.nodes), 0)
    + ifnull(octet_length(old.edges), 0)
    );
END;

-- The texts of test_runs may grow and shrink.
CREATE TRIGGER stored_test_runs_update AFTER UPDATE OF
  start, events, nodes, edges
ON test_runs
WHEN 0
    + ifnull(octet_length(new.start), 0)
    + ifnull(octet_length(new.events), 0)
    + ifnull(octet_length(new.nodes), 0)
    + ifnull(octet_length(new.edges), 0) <> 0
    + ifnull(octet_length(old.start), 0)
    + ifnull(octet_length(old.events), 0)
    + ifnull(octet_length(old.nodes), 0)
    + ifnull(octet_length(old.edges), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.start), 0)
    + ifnull(octet_length(new.events), 0)
    + ifnull(octet_length(new.nodes), 0)
    + ifnull(octet_length(new.edges), 0)
    - (0
    + ifnull(octet_length(old.start), 0)
    + ifnull(octet_length(old.events), 0)
    + ifnull(octet_length(old.nodes), 0)
    + ifnull(octet_length(old.edges), 0)
    );
END;

-- Each row of templates is counted.
CREATE TRIGGER stored_templates_insert AFTER INSERT ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    600
    + ifnull(octet_length(new.components), 0)
    + ifnull(octet_length(new.reason), 0);
END;

-- A deleted row of templates takes no space.
CREATE TRIGGER stored_templates_delete AFTER DELETE ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    600
    + ifnull(octet_length(old.components), 0)
    + ifnull(octet_length(old.reason), 0)
    );
END;

-- The texts of templates may grow and shrink.
CREATE TRIGGER stored_templates_update AFTER UPDATE OF
  components, reason
ON templates
WHEN 0
    + ifnull(octet_length(new.components), 0)
    + ifnull(octet_length(new.reason), 0) <> 0
    + ifnull(octet_length(old.components), 0)
    + ifnull(octet_length(old.reason), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.components), 0)
    + ifnull(octet_length(new.reason), 0)
    - (0
    + ifnull(octet_length(old.components), 0)
    + ifnull(octet_length(old.reason), 0)
    );
END;

-- Each row of segments is counted.
CREATE TRIGGER stored_segments_insert AFTER INSERT ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    500
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.missing_tag_ids), 0);
END;

-- A deleted row of segments takes no space.
CREATE TRIGGER stored_segments_delete AFTER DELETE ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    500
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.missing_tag_ids), 0)
    );
END;

-- The texts of segments may grow and shrink.
CREATE TRIGGER stored_segments_update AFTER UPDATE OF
  filter, missing_tag_ids
ON segments
WHEN 0
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.missing_tag_ids), 0) <> 0
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.missing_tag_ids), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.filter), 0)
    + ifnull(octet_length(new.missing_tag_ids), 0)
    - (0
    + ifnull(octet_length(old.filter), 0)
    + ifnull(octet_length(old.missing_tag_ids), 0)
    );
END;

-- Each row of canned_replies is counted.
CREATE TRIGGER stored_canned_replies_insert AFTER INSERT ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    1000
    + ifnull(octet_length(new.text), 0)
    + ifnull(octet_length(new.search), 0);
END;

-- A deleted row of canned_replies takes no space.
CREATE TRIGGER stored_canned_replies_delete AFTER DELETE ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    1000
    + ifnull(octet_length(old.text), 0)
    + ifnull(octet_length(old.search), 0)
    );
END;

-- The texts of canned_replies may grow and shrink.
CREATE TRIGGER stored_canned_replies_update AFTER UPDATE OF
  text, search
ON canned_replies
WHEN 0
    + ifnull(octet_length(new.text), 0)
    + ifnull(octet_length(new.search), 0) <> 0
    + ifnull(octet_length(old.text), 0)
    + ifnull(octet_length(old.search), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.text), 0)
    + ifnull(octet_length(new.search), 0)
    - (0
    + ifnull(octet_length(old.text), 0)
    + ifnull(octet_length(old.search), 0)
    );
END;

-- Each row of imports is counted.
CREATE TRIGGER stored_imports_insert AFTER INSERT ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    1500
    + ifnull(octet_length(new.columns), 0)
    + ifnull(octet_length(new.layout), 0)
    + ifnull(octet_length(new.mapping), 0)
    + ifnull(octet_length(new.parts), 0)
    + ifnull(octet_length(new.lines), 0)
    + ifnull(octet_length(new.settings), 0);
END;

-- A deleted row of imports takes no space.
CREATE TRIGGER stored_imports_delete AFTER DELETE ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    1500
    + ifnull(octet_length(old.columns), 0)
    + ifnull(octet_length(old.layout), 0)
    + ifnull(octet_length(old.mapping), 0)
    + ifnull(octet_length(old.parts), 0)
    + ifnull(octet_length(old.lines), 0)
    + ifnull(octet_length(old.settings), 0)
    );
END;

-- The texts of imports may grow and shrink.
CREATE TRIGGER stored_imports_update AFTER UPDATE OF
  columns, layout, mapping, parts, lines, settings
ON imports
WHEN 0
    + ifnull(octet_length(new.columns), 0)
    + ifnull(octet_length(new.layout), 0)
    + ifnull(octet_length(new.mapping), 0)
    + ifnull(octet_length(new.parts), 0)
    + ifnull(octet_length(new.lines), 0)
    + ifnull(octet_length(new.settings), 0) <> 0
    + ifnull(octet_length(old.columns), 0)
    + ifnull(octet_length(old.layout), 0)
    + ifnull(octet_length(old.mapping), 0)
    + ifnull(octet_length(old.parts), 0)
    + ifnull(octet_length(old.lines), 0)
    + ifnull(octet_length(old.settings), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.columns), 0)
    + ifnull(octet_length(new.layout), 0)
    + ifnull(octet_length(new.mapping), 0)
    + ifnull(octet_length(new.parts), 0)
    + ifnull(octet_length(new.lines), 0)
    + ifnull(octet_length(new.settings), 0)
    - (0
    + ifnull(octet_length(old.columns), 0)
    + ifnull(octet_length(old.layout), 0)
    + ifnull(octet_length(old.mapping), 0)
    + ifnull(octet_length(old.parts), 0)
    + ifnull(octet_length(old.lines), 0)
    + ifnull(octet_length(old.settings), 0)
    );
END;

-- Each row of exports is counted.
CREATE TRIGGER stored_exports_insert AFTER INSERT ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    500
    + ifnull(octet_length(new.files), 0)
    + ifnull(octet_length(new.counts), 0);
END;

-- A deleted row of exports takes no space.
CREATE TRIGGER stored_exports_delete AFTER DELETE ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    500
    + ifnull(octet_length(old.files), 0)
    + ifnull(octet_length(old.counts), 0)
    );
END;

-- The texts of exports may grow and shrink.
CREATE TRIGGER stored_exports_update AFTER UPDATE OF
  files, counts
ON exports
WHEN 0
    + ifnull(octet_length(new.files), 0)
    + ifnull(octet_length(new.counts), 0) <> 0
    + ifnull(octet_length(old.files), 0)
    + ifnull(octet_length(old.counts), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.files), 0)
    + ifnull(octet_length(new.counts), 0)
    - (0
    + ifnull(octet_length(old.files), 0)
    + ifnull(octet_length(old.counts), 0)
    );
END;

-- Each row of erasure_receipts is counted.
CREATE TRIGGER stored_erasure_receipts_insert AFTER INSERT ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    400
    + ifnull(octet_length(new.removed), 0);
END;

-- A deleted row of erasure_receipts takes no space.
CREATE TRIGGER stored_erasure_receipts_delete AFTER DELETE ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
    400
    + ifnull(octet_length(old.removed), 0)
    );
END;

-- The texts of erasure_receipts may grow and shrink.
CREATE TRIGGER stored_erasure_receipts_update AFTER UPDATE OF
  removed
ON erasure_receipts
WHEN 0
    + ifnull(octet_length(new.removed), 0) <> 0
    + ifnull(octet_length(old.removed), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    0
    + ifnull(octet_length(new.removed), 0)
    - (0
    + ifnull(octet_length(old.removed), 0)
    );
END;
