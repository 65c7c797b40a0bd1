/** Longer headers are cut: no browser sends so many languages. */
const MAX_CHARACTERS = 500;

/** A language of the header, as its first part in lower case, with how much it is wanted. */
function wanted(range: string) {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
  return {
    language: tag.toLowerCase().split("-")[0] ?? "",
    quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  };
}

/**
 * The language that a visitor's `Accept-Language` wants most of those that are offered; the first
 * offered one for `*`, without the header, and where none is wanted.
 */
export function preferredLanguage<Language extends string>(
  header: string | null | undefined,
  offered: readonly [Language, ...Language[]],
): Language {
  const languages = (header ?? "").slice(0, MAX_CHARACTERS).split(",").map(wanted);
  const refused = new Set(
    languages.filter(({ quality }) => quality === 0).map((one) => one.language),
  );
  const [best] = languages
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .flatMap(({ language }) =>
      language === "*"
        ? offered.filter((one) => !refused.has(one))
        : offered.filter((one) => one === language),
    );
  return best ?? offered[0];
}
