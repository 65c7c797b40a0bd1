/** A component as WhatsApp's API expects it: `type` is `header`, `body`, `button` or `carousel`. */
export type TemplateComponent = {
  type: string;
  sub_type?: string;
  index?: string;
  parameters?: { type: string; text?: string; [member: string]: unknown }[];
  /** Of a `carousel`, which has no parameters of its own. */
  cards?: { card_index: number; components: TemplateComponent[] }[];
};

/** True of a button of this kind. WhatsApp's own names are in either case. */
export const isButton = ({ type, sub_type }: TemplateComponent, kind: string) =>
  type.toLowerCase() === "button" && sub_type?.toLowerCase() === kind;
