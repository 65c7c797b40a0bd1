export { default as consent } from "./consent-texts.fr";
export { default as receipt } from "./receipt-texts.fr";
export { default as suppression } from "./suppression-texts.fr";
export { default as privacy } from "./texts.fr";
