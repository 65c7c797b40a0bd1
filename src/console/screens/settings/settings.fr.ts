export { default as replies } from "./replies/texts.fr";
export { default as settings } from "./texts.fr";
