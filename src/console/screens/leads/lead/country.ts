/** A country's name in a language. `T1` is Tor, and has none. */
export const countryName = (code: string, locale: string) =>
  code === "T1" ? "Tor" : new Intl.DisplayNames([locale], { type: "region" }).of(code);
