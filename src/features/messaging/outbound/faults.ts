/**
 * The kinds of texts in a message. `text`: read by the recipient. `public`: read by everybody, so
 * that nothing personal may stand in it but what placeholders say. `parameter`: a text in a
 * template. `url_button`: the end of the URL of a template's button. `value`: what else a template
 * or a file shows or hands over, such as a coupon's code. `data`: what a flow begins with, of any
 * shape. `url`: where the platform fetches a file. `link`: the URL that a button opens.
 */
export type PlaceKind =
  | "text"
  | "public"
  | "parameter"
  | "url_button"
  | "value"
  | "data"
  | "url"
  | "link";

/** The place of a text in a message. */
export type Place = { field: string; kind: PlaceKind };

/** Error messages by field, without the field's name in them. */
export type Faults = Record<string, string>;
