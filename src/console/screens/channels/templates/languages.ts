/** The languages that WhatsApp has templates in, by its codes. */
const CODES = (
  "af sq ar ar_AE ar_EG ar_MA ar_SA az be bn bg ca zh_CN zh_HK zh_TW hr cs da nl nl_BE en " +
  "en_AU en_CA en_GB en_IN en_US et fil fi fr fr_BE fr_CA fr_CH fr_MA ka de de_AT de_CH el gu " +
  "ha he hi hu id ga it ja kn kk rw_RW ko ky_KG lo lv lt mk ms ml mr nb fa pl pt_BR pt_PT pa " +
  "ro ru sr si_LK sk sl es es_AR es_CL es_CO es_ES es_MX es_PE sw sv ta te th tr uk ur uz vi " +
  "zu"
).split(" ");

/** The codes of the languages with their names in the reader's own, in the order of the names. */
export function languagesIn(locale: string) {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return CODES.map((code) => {
    const name = names.of(code.replace("_", "-")) ?? code;
    return [code, `${name} (${code})`] as const;
  }).toSorted(([, one], [, other]) => one.localeCompare(other, locale));
}

/** A language for somebody who reads in this one. */
export const languageFor = (locale: string) =>
  CODES.find((code) => code === locale.slice(0, 2)) ?? "en";
