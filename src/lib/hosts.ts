/** True if a URL's hostname names this machine. */
export const isLocal = (hostname: string) =>
  hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";

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

/** The origins in a list with commas; null for what is none. */
export const originsIn = (text: string) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => (URL.parse(one)?.origin === one ? one : null));
