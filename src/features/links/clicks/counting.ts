export { assertInPlace, scopeOf } from "#db/scope";
export { classifyClicks } from "./classify-clicks";
export { flushVisits } from "./flush";
