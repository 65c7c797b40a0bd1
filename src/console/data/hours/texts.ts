import { catalogue, part } from "#console/texts/catalogue";

export const hoursTexts = part(
  catalogue({ en: () => import("./texts.en"), fr: () => import("./texts.fr") }),
  "default",
);
