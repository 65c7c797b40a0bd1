export { default as chat } from "./chat/texts.fr";
export { default as connect } from "./connect/texts.fr";
export { default as templates } from "./templates/texts.fr";
export { default as channels } from "./texts.fr";
