type Reachable = {
  phone?: string | null;
  email?: string | null;
  username?: string | null;
  ext_id?: string | null;
};

const MIN_DIGITS = 4;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** True if the digits of a search, which may lack the country, are in a phone. */
function hasPhone(phone: string, search: string) {
  const searched = digitsOf(search).replace(/^0+/, "");
  return searched.length >= MIN_DIGITS && digitsOf(phone).includes(searched.slice(-9));
}

/**
 * The part of a lead, besides the name, by which a search has found it; else what is known of it.
 */
export function matchIn({ phone, email, username, ext_id: extId }: Reachable, search: string) {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const isMatch = (text: string) => words.some((word) => plain(text).includes(word));
  if (phone && hasPhone(phone, search)) return phone;
  const handle = username && `@${username}`;
  return [email, handle, extId].find((text) => text && isMatch(text)) ?? phone ?? email ?? handle;
}
