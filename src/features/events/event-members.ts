import { cut } from "#lib/text";
import { iso, isoOrNull } from "#lib/time";

// The members by which events show the rows that they are about. Times are in milliseconds.

type Members = Record<string, unknown>;
type ClickRow = Members & { clicked_at: number };
type MessageRow = Members & {
  text: string | null;
  error: { retry_at: number | null } | null;
  sent_at: number | null;
  delivered_at: number | null;
  read_at: number | null;
  edited_at: number | null;
};

type CommentRow = Members & {
  text: string | null;
  is_live: 0 | 1;
  author_id: string;
  author_name: string | null;
  at: number;
};

export const clickOf = (click: ClickRow | null) =>
  click && { ...click, clicked_at: iso(click.clicked_at) };

export function commentOf(comment: CommentRow | null, maxCharacters: number) {
  if (!comment) return null;
  const { author_id, author_name, text, ...members } = comment;
  return {
    ...members,
    is_live: comment.is_live === 1,
    author: { id: author_id, username: author_name },
    text: text && cut(text, maxCharacters),
    at: iso(comment.at),
  };
}

export function messageOf(message: MessageRow | null, maxCharacters: number) {
  if (!message) return null;
  const { text, error } = message;
  return {
    ...message,
    text: text && cut(text, maxCharacters),
    error: error && { ...error, retry_at: isoOrNull(error.retry_at) },
    sent_at: isoOrNull(message.sent_at),
    delivered_at: isoOrNull(message.delivered_at),
    read_at: isoOrNull(message.read_at),
    edited_at: isoOrNull(message.edited_at ?? null),
  };
}
