-- The click counts of a recipient link always equal its stored clicks. A person's click on a link
-- without a tag uses up the tag on click: a later tag is for later first clicks.
CREATE TRIGGER link_clicks_count AFTER INSERT ON link_clicks
BEGIN
  UPDATE link_sends
  SET
    clicks_count = clicks_count + 1,
    first_clicked_at = min(ifnull(first_clicked_at, new.clicked_at), new.clicked_at),
    last_clicked_at = max(ifnull(last_clicked_at, new.clicked_at), new.clicked_at),
    clicked_tagged = iif(
      new.suspected_scanner = 0 AND NOT EXISTS (
        SELECT 1
        FROM short_links
          CROSS JOIN tags ON tags.id = tag_on_clicked_id
        WHERE short_links.id = new.short_link_id
      ),
      1,
      clicked_tagged
    )
  WHERE id = new.link_send_id;
END;
