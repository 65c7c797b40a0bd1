export { default as column } from "./column-texts.fr";
export { default as failure } from "./failure.fr";
export { default as report } from "./report-texts.fr";
export { default as rowFaults } from "./row-faults.fr";
export { default as imports } from "./texts.fr";
