export { default as column } from "./column-texts.en";
export { default as failure } from "./failure.en";
export { default as report } from "./report-texts.en";
export { default as rowFaults } from "./row-faults.en";
export { default as imports } from "./texts.en";
