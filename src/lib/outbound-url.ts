import type { FieldErrors } from "./problem";
import { trimmed } from "./text";
import { fieldErrors, validationMessages } from "./validation-messages";

const MAX_CHARACTERS = 2048;

/** Scheme and host are what they seem: no credentials, third slash or backslash is in between. */
const ABSOLUTE = /^https?:\/\/[^/\\?#@]+([/?#]|$)/i;

/** URL parsers drop or encode these, and would then request another URL than the one shown. */
const UNPRINTABLE = /[\s\p{Cc}]/u;

const PORTS = ["", "8443"];

/**
 * At least two labels, the last of letters: no local name, and no IP address in the parsed form.
 */
const PUBLIC_NAME = /^([^.]+\.)+(xn--[a-z0-9-]+|[a-z]{2,})\.?$/;

const INTERNAL = /\.(internal|local|localhost|test|arpa|lan|home|corp|onion)\.?$/;

/** Whether a hostname of a URL is this machine. */
export const isLocal = (hostname: string) =>
  hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";

/** Which hosts the service may send requests to that clients have it make. */
export type OutboundRules = Readonly<{
  allowsLoopback: boolean;
  /** Names in the form of URLs; each stands for its subdomains, too. */
  forbiddenHosts: readonly string[];
}>;

/** Public hosts only. */
export const PUBLIC_ONLY: OutboundRules = { allowsLoopback: false, forbiddenHosts: [] };

/** The names in a list of hosts with commas, in the form of URLs; null for what is no name. */
export const hostsIn = (list: string) =>
  list
    .split(",")
    .map((name) => name.trim().replace(/^\.|\.$/g, ""))
    .filter((name) => name !== "")
    .map((name) => {
      const url = URL.parse(`https://${name}/`);
      return url && url.href === `https://${url.hostname}/` ? url.hostname : null;
    });

/** Only a service on this machine may send requests to it. */
export const outboundRules = (service: {
  shortUrlBase: string;
  forbiddenHosts: string;
}): OutboundRules => ({
  allowsLoopback: isLocal(new URL(service.shortUrlBase).hostname),
  forbiddenHosts: hostsIn(service.forbiddenHosts).filter((host) => host !== null),
});

function isForbidden(hostname: string, { forbiddenHosts }: OutboundRules) {
  const name = hostname.replace(/\.$/, "");
  return forbiddenHosts.some((host) => name === host || name.endsWith(`.${host}`));
}

/**
 * Whether the service may send requests to a URL that a client has set: https on port 443 or 8443,
 * to a public name that the operator has not forbidden. In development also http and https on this
 * machine. A request to the URL must not follow redirects.
 */
export function isAllowedOutbound(text: string, rules: OutboundRules) {
  if (text.length > MAX_CHARACTERS || !ABSOLUTE.test(text) || UNPRINTABLE.test(text)) return false;
  const url = URL.parse(text);
  if (!url || isForbidden(url.hostname, rules)) return false;
  if (isLocal(url.hostname)) return rules.allowsLoopback;
  return (
    url.protocol === "https:" &&
    PORTS.includes(url.port) &&
    PUBLIC_NAME.test(url.hostname) &&
    !INTERNAL.test(url.hostname)
  );
}

/** The error on a field whose URL is not allowed; none if the field is blank or no text. */
export function outboundErrors(field: string, url: unknown, rules: OutboundRules): FieldErrors {
  const given = trimmed(url);
  return typeof given === "string" && !isAllowedOutbound(given, rules)
    ? fieldErrors([field], validationMessages.url)
    : {};
}
