import { catalogue, part } from "../texts/catalogue";

/** The words for platforms, which the first screen does without. */
export const platformTexts = part(
  catalogue({ en: () => import("./platforms.en"), fr: () => import("./platforms.fr") }),
  "default",
);
