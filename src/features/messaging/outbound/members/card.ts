export type LinkOnCard = { title: string; url: string };
export type ReplyOnCard = { title: string; id: string };
export type Button = LinkOnCard | ReplyOnCard;

export type File = { type: "image" | "video" } & ({ id: number } | { url: string });

export type Card = { title?: string; text?: string; media?: File; buttons: Button[] };

export const isLink = (button: Button): button is LinkOnCard => "url" in button;
export const isReply = (button: Button): button is ReplyOnCard => !isLink(button);
