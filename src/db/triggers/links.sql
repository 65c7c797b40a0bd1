-- The click counts of a recipient link always equal its stored clicks.
CREATE TRIGGER link_clicks_count AFTER INSERT ON link_clicks
BEGIN
  UPDATE link_sends
  SET
    clicks_count = clicks_count + 1,
    first_clicked_at = min(ifnull(first_clicked_at, new.clicked_at), new.clicked_at),
    last_clicked_at = max(ifnull(last_clicked_at, new.clicked_at), new.clicked_at)
  WHERE id = new.link_send_id;
END;
