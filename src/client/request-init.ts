/** The members of a request that every runtime knows. `duplex` is for bodies that are streams. */
const MEMBERS = [
  ...["method", "headers", "signal", "redirect", "credentials", "mode", "cache", "keepalive"],
  ...["integrity", "priority", "referrer", "referrerPolicy", "duplex"],
];

/**
 * The members of a request among the options of a call. Others may be a runtime's own: Deno takes a
 * `client` for an `HttpClient`.
 */
export const requestInitOf = <Options extends object>(options: Options): Options =>
  // All that is left out is optional.
  Object.fromEntries(Object.entries(options).filter(([name]) => MEMBERS.includes(name))) as Options;
