import { hostsIn, isLocal } from "./hosts";
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
const PUBLIC_NAME = /^([^.]+\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/;

/**
 * Names that no public DNS has, or that inner networks use beside it: special-use names (IANA's
 * registry: RFC 6761, 6762, 7686, 8375, 9476), those that RFC 6762 (appendix G) saw in use, those
 * that ICANN keeps from delegation (SAC 113, name collisions), and those of clusters.
 */
const INTERNAL = [
  ...["alt", "arpa", "invalid", "local", "localhost", "onion", "test"],
  ...["corp", "home", "internal", "intranet", "lan", "mail", "private"],
  ...["consul", "localdomain", "nomad", "svc", "workgroup"],
];

/** Public names of which anybody can make one for any address, also of an inner network. */
const OF_ADDRESSES = [
  ...["nip.io", "sslip.io", "xip.io", "traefik.me", "1u.ms", "rbndr.us"],
  ...["fuf.me", "lacolhost.com", "local.gd", "localho.st", "localtest.me", "lvh.me", "vcap.me"],
];

/** The hosts to which clients may have the service send requests. */
export type OutboundRules = Readonly<{
  allowsLoopback: boolean;
  /** Names in the form of URLs; each stands for its subdomains, too. */
  forbiddenHosts: readonly string[];
  /** The names under which the service itself answers; their subdomains may be another's. */
  ownHosts?: readonly string[];
}>;

/** Public hosts only. */
export const PUBLIC_ONLY: OutboundRules = { allowsLoopback: false, forbiddenHosts: [] };

/**
 * Only a service on this machine may send requests to it, and none to itself. `requestHost` is the
 * name under which a request has come.
 */
export function outboundRules(service: {
  shortUrlBase: string;
  forbiddenHosts: string;
  requestHost?: string | undefined;
}): OutboundRules {
  const base = new URL(service.shortUrlBase).hostname;
  return {
    allowsLoopback: isLocal(base),
    forbiddenHosts: hostsIn(service.forbiddenHosts).filter((host) => host !== null),
    ownHosts: service.requestHost ? [base, service.requestHost] : [base],
  };
}

const isUnder = (name: string, hosts: readonly string[]) =>
  hosts.some((host) => name === host || name.endsWith(`.${host}`));

/** True for a public host, or this machine in development, that nobody has forbidden. */
function isAllowedHost(hostname: string, rules: OutboundRules) {
  const name = hostname.replace(/\.$/, "");
  if (isUnder(name, rules.forbiddenHosts)) return false;
  if (isLocal(hostname)) return rules.allowsLoopback;
  return PUBLIC_NAME.test(name) && !isUnder(name, [...INTERNAL, ...OF_ADDRESSES]);
}

function isOwnHost(hostname: string, { ownHosts = [] }: OutboundRules) {
  const name = hostname.replace(/\.$/, "");
  return !isLocal(name) && ownHosts.includes(name);
}

/** The reason why the service sends no requests to a URL; undefined if it does. */
function refusalOf(text: string, rules: OutboundRules) {
  const url = text.length <= MAX_CHARACTERS ? URL.parse(text) : null;
  if (!url || !/^https?:\/\//i.test(text) || UNPRINTABLE.test(text)) return validationMessages.url;
  if (url.username !== "" || url.password !== "") return validationMessages.noCredentials;
  if (isOwnHost(url.hostname, rules)) return validationMessages.ownHost;
  const isPublic = url.protocol === "https:" && PORTS.includes(url.port);
  return ABSOLUTE.test(text) &&
    (isPublic || isLocal(url.hostname)) &&
    isAllowedHost(url.hostname, rules)
    ? undefined
    : validationMessages.publicUrl;
}

/**
 * True if the service may send requests to a URL that a client has set: https on port 443 or 8443,
 * to a public name that is not the service's own and that the operator has not forbidden. In
 * development also http and https on this machine. A request to it must not follow redirects.
 */
export const isAllowedOutbound = (text: string, rules: OutboundRules) =>
  refusalOf(text, rules) === undefined;

/** The fault of a URL that others are to open: it must be https, and of a public host. */
export const publicUrlFault = (text: string) => refusalOf(text, PUBLIC_ONLY);

/** The error on a field whose URL is not allowed; none if the field is blank or no text. */
export function outboundErrors(field: string, url: unknown, rules: OutboundRules): FieldErrors {
  const given = trimmed(url);
  const refusal = typeof given === "string" ? refusalOf(given, rules) : undefined;
  return refusal === undefined ? {} : fieldErrors([field], refusal);
}
