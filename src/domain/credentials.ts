export const credentialNames = [
  "access_token",
  "app_secret",
  "verify_token",
  "signing_secret",
] as const;
export type CredentialName = (typeof credentialNames)[number];

/** The secrets of a channel's account: stored sealed, and never in an answer, error or log. */
export type Credentials = { [name in CredentialName]?: string };
