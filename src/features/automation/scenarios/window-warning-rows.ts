import { hasTemplates } from "#domain/platforms";
import { warningRow } from "#features/messaging/warnings";

/** The warnings about messages that the platform may not take then, hours, and public replies. */
export const windowRows = {
  window_may_be_closed: warningRow(
    "free text that may fall outside the 24-hour window on some path",
    ["platform"],
    ({ platform }) =>
      "On some path the lead may not have written for 24 hours, and the message fails: set " +
      `data.on_window_closed to skip${hasTemplates(platform) ? " or to a template" : ""}, or ` +
      "wait for a reply first.",
  ),
  private_reply_spent: warningRow(
    "on some path another message may have answered the comment already, and only one may",
    ["platform"],
    () =>
      "On some path the comment has had its one private reply, and the message fails: set " +
      "data.on_window_closed to skip, or wait for a reply first.",
  ),
  private_reply_late: warningRow(
    "on some path the message may come more than 7 days after the comment, or 5 minutes after " +
      "one on a live broadcast",
    ["platform"],
    () =>
      "On some path the comment may be too old for a private reply (7 days, or 5 minutes on a " +
      "live broadcast), and the message fails: set data.on_window_closed to skip, wait for a " +
      "reply first, or send it earlier.",
  ),
  public_link: warningRow(
    "a public reply has a short link, which stays as it is, or `preferences_url`, which is empty",
    [],
    (_, path) =>
      `Everybody reads ${path}: a short link in it stays as it is, and nobody's clicks on it are ` +
      "known. Send personal links by message.",
  ),
  no_business_hours: warningRow(
    "neither the workspace nor a channel of the platform has business hours: they are always open",
    [],
    () =>
      "No business hours are set, so they are always open: set those of the workspace or of a " +
      "channel.",
  ),
};
