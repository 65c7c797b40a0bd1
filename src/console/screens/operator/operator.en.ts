export { default as health } from "./health/texts.en";
export { default as recovery } from "./recovery/texts.en";
export { default as operator } from "./texts.en";
export { default as backup } from "./workspace/backup-texts.en";
export { default as workspace } from "./workspace/texts.en";
export { default as workspaces } from "./workspaces/texts.en";
