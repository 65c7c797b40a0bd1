export { default as steps } from "./connect/step-texts.en";
export { default as connect } from "./connect/texts.en";
export { default as deliveries } from "./deliveries/texts.en";
export { default as mapping } from "./mapping/texts.en";
export { default as sources } from "./texts.en";
