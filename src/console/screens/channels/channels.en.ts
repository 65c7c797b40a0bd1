export { default as chat } from "./chat/texts.en";
export { default as connect } from "./connect/texts.en";
export { default as templates } from "./templates/texts.en";
export { default as channels } from "./texts.en";
