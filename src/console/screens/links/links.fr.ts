export { default as dialog } from "./dialog-texts.fr";
export { default as link } from "./link-texts.fr";
export { default as links } from "./texts.fr";
