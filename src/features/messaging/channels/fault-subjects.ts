/** The things that a check looks at. */
export const faultSubjects = {
  token: "Meta does not take the access token",
  permission: "the token lacks a permission at Meta",
  account: "`external_id` is not the account of the token, or unknown to Meta",
  subscription: "the app is not subscribed to the account's webhooks, or not to all fields",
  redirect: "`webhook_url` is redirected, which Meta does not follow",
  answer: "Meta does not answer, or not in a way that can be read",
} as const;
export type FaultSubject = keyof typeof faultSubjects;
