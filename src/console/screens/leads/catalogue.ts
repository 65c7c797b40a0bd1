import { catalogue } from "#console/texts/catalogue";

export const all = catalogue({ en: () => import("./leads.en"), fr: () => import("./leads.fr") });
