export { default as audit } from "./audit/texts.en";
export { default as events } from "./events/texts.en";
export { default as reference } from "./reference/texts.en";
export { default as developers } from "./texts.en";
export { default as tokens } from "./tokens/texts.en";
export { default as usage } from "./usage/texts.en";
export { default as webhooks } from "./webhooks/texts.en";
