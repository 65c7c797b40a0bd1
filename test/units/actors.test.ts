import { describe, expect, it } from "vitest";
import { actorOf, BY_OPERATOR, BY_PLATFORM, BY_SERVICE, byToken } from "#domain/actors";

describe("the code of an actor", () => {
  it.each([
    [byToken(12), { type: "token", id: 12 }],
    ["r5", { type: "run", id: 5 }],
    [BY_OPERATOR, { type: "operator", id: null }],
    [BY_PLATFORM, { type: "platform", id: null }],
    [BY_SERVICE, { type: "service", id: null }],
    [null, null],
  ])("%s is %j", (code, actor) => {
    expect(actorOf(code)).toEqual(actor);
  });
});
