export { default as home } from "../screens/home/texts.fr";
export { default as shell } from "../shell/texts.fr";
export { default as chart } from "../ui/chart-texts.fr";
export { default as general } from "./general.fr";
