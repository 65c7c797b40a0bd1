export { default as steps } from "./connect/step-texts.fr";
export { default as connect } from "./connect/texts.fr";
export { default as deliveries } from "./deliveries/texts.fr";
export { default as mapping } from "./mapping/texts.fr";
export { default as sources } from "./texts.fr";
