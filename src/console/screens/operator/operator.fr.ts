export { default as health } from "./health/texts.fr";
export { default as recovery } from "./recovery/texts.fr";
export { default as operator } from "./texts.fr";
export { default as backup } from "./workspace/backup-texts.fr";
export { default as workspace } from "./workspace/texts.fr";
export { default as workspaces } from "./workspaces/texts.fr";
