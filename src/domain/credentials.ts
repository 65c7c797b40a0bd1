export const credentialNames = [
  "access_token",
  "app_secret",
  "verify_token",
  "signing_secret",
] as const;
export type CredentialName = (typeof credentialNames)[number];

/** Secrets have at least this many characters, visible ones of ASCII. */
export const MIN_SECRET_CHARACTERS = 8;

/** The secrets of a channel's account: stored sealed, and never in an answer, error or log. */
export type Credentials = { [name in CredentialName]?: string };
