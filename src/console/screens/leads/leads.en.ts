export { default as bulk } from "./bulk/texts.en";
export { default as duplicates } from "./duplicates/texts.en";
export { default as run } from "./lead/run-texts.en";
export { default as starts } from "./lead/start-texts.en";
export { default as lead } from "./lead/texts.en";
export { default as timeline } from "./lead/timeline-texts.en";
export { default as leads } from "./texts.en";
