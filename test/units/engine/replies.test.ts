import { describe, expect, it } from "vitest";
import type { Run } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { readNode } from "#features/automation/scenarios/nodes";
import {
  after,
  aLead,
  aRun,
  begin,
  detailOf,
  effectsOf,
  graphOf,
  NOW,
  reply,
  SECOND_MS,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";

const waiting = (data: object, edges = "") =>
  graphOf({ n: ["wait_for_reply", data], z: ["exit"] }, edges);
/** The handle by which the run leaves with this reply. */
const handleAfter = (data: object, edges: string, ...answer: Parameters<typeof reply>) =>
  visitsIn(after(waiting(data, edges), aRun(), reply(...answer)).effects)[0]?.split(" ")[2];

describe("a reply matches", () => {
  it.each<[boolean, string, unknown, string | null, string | null]>([
    [true, "equals", "Oui", " OUI ", null],
    [true, "equals", "déjà", "DEJA", null],
    [true, "equals", " deja ", "Déjà", null],
    [true, "equals", 5, "5", null],
    [true, "equals", ["no", "yes"], "YES", null],
    [true, "equals", "oui", "Oui !", null],
    [true, "equals", "d'accord", "D’accord.", null],
    [true, "in", ["1", "one"], "1️⃣", null],
    [true, "equals", 1, "(1)", null],
    [true, "equals", "👍", "👍🏽", null],
    [true, "equals", "call me", "call  me", null],
    [true, "contains", "j'ai", "Bon, j’ai dit", null],
    [false, "contains", "oui!", "oui", null],
    [false, "equals", "oui", "oui, mais", null],
    [false, "equals", "oui", "", null],
    [true, "contains", "café", "Un cafe, merci", null],
    [false, "contains", "thé", "Un café", null],
    [false, "contains", " ", "Un café", null],
    [true, "starts_with", "rdv", "RDV demain", null],
    [false, "starts_with", "rdv", "le rdv", null],
    [true, "in", ["a", "b"], "B", null],
    [true, "in", "a", "A", null],
    [false, "in", ["a", "b"], "ab", null],
    [true, "matches", "^\\d{5}$", " 69001 ", null],
    [true, "matches", "LYON", "à Lyon", null],
    [false, "matches", "^\\d{5}$", "6900", null],
    [true, "equals", "btn_yes", "Yes, please", "btn_yes"],
    [true, "equals", "yes, please", "Yes, please", "btn_yes"],
    [true, "equals", "btn_yes", null, "btn_yes"],
    [false, "equals", "yes", null, null],
  ])("%s: %s %j, with %j and %j behind the button", (fits, op, value, text, tapped) => {
    const data = { matches: [{ handle: "yes", op, value }] };
    expect(handleAfter(data, "n:yes>z", text, tapped)).toBe(fits ? "yes" : "reply");
  });

  const matches = [
    { handle: "one", value: "1" },
    { handle: "any", op: "matches", value: "\\d" },
  ];
  it.each([
    ["the first of several", "n:one>z n:any>z", "1", "one"],
    ["the one that matches", "n:one>z n:any>z", "2", "any"],
    ["`reply` when the match has no edge", "n:reply>z n:any>z", "1", "reply"],
    ["`reply` when none matches", "n:one>z n:any>z", "none", "reply"],
  ])("%s", (_, edges, text, handle) => {
    expect(handleAfter({ matches }, edges, text)).toBe(handle);
  });

  it("no invalid pattern, nor one in a list: the node can't be run", () => {
    for (const value of ["(", ["a"]])
      expect(
        readNode("wait_for_reply", { matches: [{ handle: "a", op: "matches", value }] }),
      ).toMatchObject({
        faults: [{ path: "matches.0.value" }],
      });
  });
});

describe("a reply has to be", () => {
  const saved = (validate: unknown, text: string | null, run?: Partial<Run>) => {
    const graph = waiting({ validate, save_to: "answer" }, "n:reply>z n:invalid>z");
    const { effects } = after(graph, aRun(run), reply(text));
    return effectsOf(effects, "update_lead")[0]?.change.variables.answer;
  };

  it.each([
    ["email", " elodie@example.com ", "elodie@example.com"],
    ["email", "e.m+1@mail.example.co.uk", "e.m+1@mail.example.co.uk"],
    ["email", "élodie@exämple.fr", "élodie@exämple.fr"],
    ["email", "elodie@example", undefined],
    ["email", "elodie@.com", undefined],
    ["email", "my mail is a@b.co.", "a@b.co"],
    ["email", "It's <Elodie@example.com>, thanks!", "Elodie@example.com"],
    ["email", "@elodie here: a@b.co", "a@b.co"],
    ["email", "a@b.co or c@d.co", undefined],
    ["email", "https://x.test/?e=ana@example.com", "ana@example.com"],
    ["email", "see https://x.test/u?e=ana%40example.com&x=1", "ana@example.com"],
    ["email", "https://www.tiktok.com/@ana.dupont", undefined],
    ["email", "www.tiktok.com/@ana.dupont", undefined],
    ["email", "tiktok.com/@ana.dupont", undefined],
    ["email", "https://mastodon.social/@ana@example.com", undefined],
    ["email", "https://ana:secret@host.test/", undefined],
    ["email", "https://x.test/me, or a@b.co", "a@b.co"],
    ["email", "mailto:a@b.co?subject=Hi", "a@b.co"],
    ["email", "ana&tom@x.test", "ana&tom@x.test"],
    ["email", "a@b.co. Yes, a@b.co!", "a@b.co"],
    ["email", `${"a@".repeat(450)}b.co`, undefined],
    ["email", `${"x ".repeat(500)}a@b.co`, undefined],
    ["email", "a@b@example.com", undefined],
    ["email", `${"x".repeat(250)}@a.fr`, "x".repeat(250).concat("@a.fr")],
    ["email", `${"x".repeat(251)}@a.fr`, undefined],
    ["phone", "06 12 34 56 78", "+33612345678"],
    ["phone", "+1 (415) 555-0123", "+14155550123"],
    ["phone", "0014155550123", "+14155550123"],
    ["phone", "12", undefined],
    ["phone", "+336123", undefined],
    ["phone", "call me", undefined],
    ["phone", "call me at 06 12 34 56 78, please", "+33612345678"],
    ["phone", "I'm 30, my number: (+33)6.12.34.56.78.", "+33612345678"],
    ["phone", "0612345678 or 0612345679", undefined],
    ["phone", "0".repeat(1_000), undefined],
    ["number", "12", 12],
    ["number", "-3,50", -3.5],
    ["number", "1 250.5", 1250.5],
    ["number", "1\u202f250\u00a0000", 1_250_000],
    ["number", "12 50", undefined],
    ["number", "1e3", undefined],
    ["number", "about 12", 12],
    ["number", "2 grand", undefined],
    ["number", "1.500", 1500],
    ["number", "1,500", 1.5],
    ["number", "2 000 €", 2000],
    ["number", "12 or 13", undefined],
    ["date", "the 03/04/2026", "2026-04-03"],
    ["date", "3 avril 2026 à 10h", "2026-04-03T10:00:00.000Z"],
    ["date", "3 avril", undefined],
    ["date", "03/04/2026 or 04/04/2026", undefined],
    ["number", "9".repeat(400), undefined],
    [{ regex: "^[a-z]{3}$" }, " ABC ", "ABC"],
    [{ regex: "^[a-z]{3}$" }, "abcd", undefined],
    ["email", null, undefined],
    [null, "  anything ", "anything"],
    [null, null, undefined],
    [null, "x".repeat(5000), "x".repeat(4096)],
  ])("%j: %j becomes %j", (validate, text, value) => {
    expect(saved(validate, text)).toBe(value);
  });

  const workspace = { ...aRun().workspace, defaultCountry: "US", timeZone: "Europe/Paris" };
  const withPhone = (phone: string | null, defaultCountry: string | null = "US") => ({
    workspace: { ...workspace, defaultCountry },
    lead: aLead({ phone }),
  });
  const withId = (value: string) => ({
    workspace,
    lead: aLead({
      phone: null,
      identities: [
        {
          kind: "bsuid",
          value,
          channelId: null,
          portfolioId: null,
          isUnreachable: false,
          isAnothers: false,
        },
      ],
    }),
  });

  it.each([
    ["the country of the lead's phone", withPhone("+33612345678"), 1500, "2026-04-03"],
    ["another country", withPhone("+14155550123", "FR"), 1.5, "2026-03-04"],
    ["the country of the lead's id, without a phone", withId("FR.84c1Q"), 1500, "2026-04-03"],
    ["the workspace's, with an id of no country", withId("ZZ.84c1Q"), 1.5, "2026-03-04"],
    ["the workspace's, without a phone", withPhone(null), 1.5, "2026-03-04"],
    ["the workspace's, with a phone of none", withPhone("n/a", "FR"), 1500, "2026-04-03"],
    ["no country", withPhone(null, null), 1500, undefined],
  ])("what it is in %s", (_, run, number, date) => {
    expect(saved("number", "1.500", run)).toBe(number);
    expect(saved("date", "03/04/2026", run)).toBe(date);
  });

  it("in the workspace's time zone, if it is a date with a time", () => {
    expect(saved("date", "2026-04-03 10:00", withPhone(null))).toBe("2026-04-03T08:00:00.000Z");
  });

  it("a national number of the lead's or the workspace's country", () => {
    expect(saved("phone", "06 12 34 56 78", withPhone("+33600000000", null))).toBe("+33612345678");
    expect(saved("phone", "06 12 34 56 78", withPhone(null, "FR"))).toBe("+33612345678");
    expect(saved("phone", "06 12 34 56 78", withPhone(null, null))).toBeUndefined();
  });

  it("valid before it matches anything", () => {
    expect(
      handleAfter(
        { validate: "number", matches: [{ handle: "skip", value: "skip" }] },
        "n:skip>z n:invalid>z",
        "skip",
      ),
    ).toBe("invalid");
  });
});

describe("a wait for a reply", () => {
  const asking = { validate: "number", max_attempts: 3, timeout_seconds: 60 };
  const graph = waiting(asking, "n:reply>z n:invalid>z n:timeout>z");

  it("accepts several replies without a longer timeout", () => {
    const once = after(graph, aRun(), reply("one"));
    expect(once.effects).toEqual([]);
    expect(stateOf(once.run)).toBe("reply 60");
    expect(once.run.memory).toEqual({ attempts: 1 });
    const twice = after(graph, aRun(), reply("one"), reply("two"), reply("3"));
    expect(visitsIn(twice.effects)).toEqual(["1 n reply", "2 z exit_node"]);
    expect(twice.run.memory.attempts).toBeUndefined();
  });

  it("is left by `invalid` at the last attempt", () => {
    const { run, effects } = after(graph, aRun(), reply("one"), reply("two"), reply("three"));
    expect(visitsIn(effects)).toEqual(["1 n invalid", "2 z exit_node"]);
    expect(detailOf(effects, 1)).toEqual({ attempts: 3 });
    expect(run.memory.attempts).toBeUndefined();
    expect(
      visitsIn(after(waiting({ validate: "number" }, "n:invalid>z"), aRun(), reply("one")).effects),
    ).toContain("1 n invalid");
  });

  it("starts counting again at the next one", () => {
    const twice = graphOf(
      { n: ["wait_for_reply", asking], m: ["wait_for_reply", asking] },
      "n:reply>m",
    );
    const { run } = after(twice, aRun(), reply("one"), reply("two"), reply("3"));
    expect([run.nodeId, run.memory]).toEqual(["m", {}]);
    expect(
      after(twice, aRun(), reply("one"), reply("two"), reply("3"), reply("four")).run.memory,
    ).toEqual({ attempts: 1 });
  });

  it("is left by `timeout`, even if a reply that comes then is not valid", () => {
    const { run } = begin(graph);
    expect(step(graph, run, time, NOW + 59_999)).toEqual({ run, effects: [] });
    expect(visitsIn(step(graph, run, time, NOW + 60_000).effects)).toEqual([
      "1 n timeout",
      "2 z exit_node",
    ]);
    expect(visitsIn(step(graph, run, reply("one"), NOW + 60_000).effects)).toEqual([
      "1 n timeout",
      "2 z exit_node",
    ]);
    expect(visitsIn(step(graph, run, reply("1"), NOW + 60_000).effects)).toEqual([
      "1 n reply",
      "2 z exit_node",
    ]);
  });

  it("has no end without a timeout", () => {
    expect(stateOf(begin(waiting({})).run)).toBe("reply");
  });

  it("lets later nodes see what the lead wrote, and what was saved", () => {
    const graph = graphOf(
      {
        n: ["wait_for_reply", { save_to: "answer" }],
        c: [
          "condition",
          {
            branches: [
              { handle: "yes", all: [{ field: "last_reply", op: "equals", value: "yes" }] },
            ],
          },
        ],
        m: ["message", { text: "{{answer}}!" }],
      },
      "n:reply>c c:yes>m",
    );
    const { effects } = after(graph, aRun(), reply("Yes"));
    expect(effectsOf(effects, "send")[0]?.composed.text).toBe("Yes!");
  });
});

describe("a reply that comes before its message is known to be sent", () => {
  const asked: Parameters<typeof graphOf>[0] = {
    m: ["message", { text: "How many?" }],
    n: ["wait_for_reply", { save_to: "answer", validate: "number", max_attempts: 2 }],
    z: ["exit"],
  };
  const edges = "m>n m:failed>z n:reply>z n:invalid>z";
  const sent = { kind: "sending", isSent: true, reason: null } as const;

  it("is kept and used by the wait that follows", () => {
    const kept = after(graphOf(asked, edges), aRun(), reply("12", null, 901));
    expect(kept.effects).toEqual([]);
    expect(stateOf(kept.run)).toBe("sending");
    expect(kept.run).toMatchObject({
      early: { messageId: 901, text: "12", tapped: null },
      memory: { early: 901 },
    });
    const { run, effects } = step(graphOf(asked, edges), kept.run, sent, NOW + 2 * SECOND_MS);
    expect(visitsIn(effects)).toEqual(["1 m next", "2 n reply", "3 z exit_node"]);
    expect(run.lead).toMatchObject({ lastReply: "12", variables: { answer: 12 } });
    expect(run.early).toBeNull();
    expect(run.memory).not.toHaveProperty("early");
  });

  it("counts as an attempt if it is not valid", () => {
    const { run, effects } = after(graphOf(asked, edges), aRun(), reply("many"), sent);
    expect(visitsIn(effects)).toEqual(["1 m next", "2 n …"]);
    expect(run).toMatchObject({
      waiting: { for: "reply", until: null },
      memory: { attempts: 1 },
      early: null,
    });
    expect(run.memory).not.toHaveProperty("early");
  });

  it("is used only once: the next message needs its own", () => {
    const graph = graphOf(
      { ...asked, k: ["message", { text: "Why?" }] },
      "m>n m:failed>z n:reply>k k>n k:failed>z",
    );
    const { run } = after(graph, aRun(), reply("1", null, 901), sent);
    expect([stateOf(run), run.early, run.memory.early]).toEqual(["sending", null, undefined]);
    const next = after(graph, aRun(), reply("1", null, 901), sent, reply("2", null, 902));
    expect(next.run).toMatchObject({ early: { messageId: 902 }, memory: { early: 902 } });
  });

  it("is the first of several", () => {
    const { run } = after(
      graphOf(asked, edges),
      aRun(),
      reply("1", null, 901),
      reply("2", null, 902),
      sent,
    );
    expect(run.lead.variables.answer).toBe(1);
  });

  it("is kept across a second message without a wait between", () => {
    const graph = graphOf(
      { ...asked, k: ["message", { text: "Really?" }] },
      "m>k m:failed>z k>n k:failed>z n:reply>z",
    );
    const { run, effects } = after(graph, aRun(), reply("1"), sent, sent);
    expect(visitsIn(effects)).toEqual(["2 k next", "3 n reply", "4 z exit_node"]);
    expect(run.lead.variables.answer).toBe(1);
  });

  it.each<[string, [string, unknown], string]>([
    ["a delay", ["delay", { seconds: 1 }], "d:next>n"],
    [
      "a wait for an event",
      ["wait_for_event", { event: "tag_added", timeout_seconds: 1 }],
      "d:timeout>n",
    ],
  ])("has no effect on a wait after %s", (_, node, edge) => {
    const graph = graphOf({ ...asked, d: node }, `m>d m:failed>z ${edge}`);
    const { run } = after(graph, aRun(), reply("1"), sent, time);
    expect(stateOf(run)).toBe("reply");
    expect(run.early).toBeNull();
    expect(run.memory).not.toHaveProperty("early");
  });

  it("is used after a delay that is over already", () => {
    const graph = graphOf(
      { ...asked, d: ["delay", { seconds: 0 }] },
      "m>d m:failed>z d>n n:reply>z",
    );
    expect(visitsIn(after(graph, aRun(), reply("1"), sent).effects)).toContain("3 n reply");
  });
});
