import { catalogue } from "../texts/catalogue";

export const names = catalogue({ en: () => import("./en"), fr: () => import("./fr") });
