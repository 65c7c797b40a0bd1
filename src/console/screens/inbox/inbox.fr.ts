export { default as messageWarnings } from "#console/texts/message-warnings.fr";
export { default as composer } from "./composer/texts.fr";
export { default as lead } from "./lead/texts.fr";
export { default as inbox } from "./texts.fr";
export { default as thread } from "./thread/texts.fr";
