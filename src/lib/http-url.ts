import { validationMessages } from "./validation-messages";

/** The fault of a text that must be an absolute http or https URL without credentials. */
export function httpUrlFault(value: unknown) {
  if (typeof value !== "string" || !/^https?:\/\//i.test(value) || /\s/.test(value))
    return validationMessages.url;
  const url = URL.parse(value);
  if (!url || url.hostname === "") return validationMessages.url;
  return url.username === "" && url.password === "" ? undefined : validationMessages.noCredentials;
}

/** True for an absolute http or https URL without credentials. */
export const isHttpUrl = (value: string) => httpUrlFault(value) === undefined;
