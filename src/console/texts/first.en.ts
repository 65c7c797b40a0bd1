export { default as home } from "../screens/home/texts.en";
export { default as shell } from "../shell/texts.en";
export { default as chart } from "../ui/chart-texts.en";
export { default as general } from "./general.en";
