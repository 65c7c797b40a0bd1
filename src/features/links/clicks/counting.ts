export { assertInPlace, scopeOf } from "#db/scope/scope";
export { classifyClicks } from "./classify-clicks";
export { flushVisits } from "./flush";
