const HIDDEN = "•••";

type Contacts = { phone: string | null; email: string | null; username: string | null };

/** Enough of a contact for its owner to know it, and too little for anybody else. */
export function maskedContact({ phone, email, username }: Contacts): string | null {
  if (phone !== null) return HIDDEN + phone.replace(/\D/g, "").slice(-2);
  if (email !== null) return `${first(email)}${HIDDEN}${email.slice(email.lastIndexOf("@"))}`;
  return username === null ? null : `@${first(username.replace(/^@/, ""))}${HIDDEN}`;
}

const first = (text: string) => Array.from(text)[0] ?? "";
