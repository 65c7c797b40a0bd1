import { catalogue } from "./catalogue";

/** The texts with which each visit begins. */
export const first = catalogue({ en: () => import("./first.en"), fr: () => import("./first.fr") });
