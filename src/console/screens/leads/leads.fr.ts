export { default as bulk } from "./bulk/texts.fr";
export { default as duplicates } from "./duplicates/texts.fr";
export { default as run } from "./lead/run-texts.fr";
export { default as starts } from "./lead/start-texts.fr";
export { default as lead } from "./lead/texts.fr";
export { default as timeline } from "./lead/timeline-texts.fr";
export { default as leads } from "./texts.fr";
