export { default as consent } from "./consent-texts.en";
export { default as receipt } from "./receipt-texts.en";
export { default as suppression } from "./suppression-texts.en";
export { default as privacy } from "./texts.en";
