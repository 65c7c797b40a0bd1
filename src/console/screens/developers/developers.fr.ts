export { default as audit } from "./audit/texts.fr";
export { default as events } from "./events/texts.fr";
export { default as reference } from "./reference/texts.fr";
export { default as developers } from "./texts.fr";
export { default as tokens } from "./tokens/texts.fr";
export { default as usage } from "./usage/texts.fr";
export { default as webhooks } from "./webhooks/texts.fr";
