export { default as messageWarnings } from "#console/texts/message-warnings.en";
export { default as composer } from "./composer/texts.en";
export { default as lead } from "./lead/texts.en";
export { default as inbox } from "./texts.en";
export { default as thread } from "./thread/texts.en";
