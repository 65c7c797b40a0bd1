export const credentialNames = [
  "access_token",
  "app_secret",
  "verify_token",
  "signing_secret",
] as const;
export type CredentialName = (typeof credentialNames)[number];

/** What it takes to use a channel's account. Secret: sealed where it is stored, and in no answer, error or log. */
export type Credentials = { [name in CredentialName]?: string };
