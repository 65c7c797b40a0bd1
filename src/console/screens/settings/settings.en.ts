export { default as replies } from "./replies/texts.en";
export { default as settings } from "./texts.en";
