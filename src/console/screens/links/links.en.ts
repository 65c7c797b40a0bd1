export { default as dialog } from "./dialog-texts.en";
export { default as link } from "./link-texts.en";
export { default as links } from "./texts.en";
