import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({ en: () => import("./links.en"), fr: () => import("./links.fr") });
