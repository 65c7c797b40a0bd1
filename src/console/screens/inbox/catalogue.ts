import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({ en: () => import("./inbox.en"), fr: () => import("./inbox.fr") });
