import { describe, expect, it } from "vitest";
import type { Effect, Run, RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import type { Graph } from "#features/automation/scenarios/compile";
import { effectsOf, frozen, NOW, time } from "#test/support/engine";
import { generator } from "#test/support/pseudo-random";
import {
  randomBookings,
  randomEvent,
  randomGraph,
  randomLead,
  randomMoment,
  randomRun,
} from "#test/support/random-graphs";

const GRAPHS = 400;
const EVENTS = 40;

/** The faults of a step. */
function wrongIn(
  graph: Graph,
  run: Run,
  event: RunEvent,
  now: number,
  stepped: { run: Run; effects: Effect[] },
): string[] {
  const { run: next, effects } = stepped;
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => {
    if (!isRight) wrong.push(what);
  };
  const visits = effectsOf(effects, "visit").map(({ visit }) => visit);
  const fresh = visits.filter(({ visit }) => visit > run.visits);
  check(run.ended === null || (next === run && effects.length === 0), "an ended run changes");
  check(next !== run || effects.length === 0, "effects of nothing");
  check(
    next.visits === run.visits + fresh.length &&
      fresh.every(({ visit }, index) => visit === run.visits + index + 1),
    "visits have gaps",
  );
  check(
    new Set(visits.map(({ visit }) => visit)).size === visits.length,
    "a visit is reported twice",
  );
  check(
    visits.every(
      ({ visit }) => visit > run.visits || (visit === run.visits && run.waiting !== null),
    ),
    "a visit that is over is reported",
  );
  check(
    visits.slice(0, -1).every(({ leftAt, outcome }) => leftAt === now && outcome !== null),
    "a visit is not left",
  );
  check(fresh.length <= 100, "more than a hundred visits");
  check(
    effectsOf(effects, "send").every(({ visit }) => visit > run.visits && visit <= next.visits),
    "sent from nowhere",
  );
  if (next.ended) check(next.waiting === null && next.early === null, "an ended run waits");
  else if (next !== run) check(next.waiting !== null && isInOrder(graph, next, now), "stuck");
  if (next.waiting)
    check(
      visits.at(-1)?.visit !== next.visits || visits.at(-1)!.outcome === null,
      "a visit is left where the run waits",
    );
  else if (!run.ended && visits.length > 0)
    check(visits.at(-1)!.outcome !== null, "a visit stays open");
  check(
    event.kind !== "time" || run.waiting?.until == null || run.waiting.until > now || next !== run,
    "its time does nothing",
  );
  return wrong;
}

/** True if the run waits for a time, or at a node that may wait for ever. */
function isInOrder(graph: Graph, { nodeId, waiting }: Run, now: number) {
  const { for: awaited, until } = waiting!;
  if (until !== null) return until > now;
  const node = graph.nodes.get(nodeId!);
  if (!node?.isValid) return false;
  if (awaited === "sending") return node.type === "message" || node.type === "template";
  if (node.type === "message") return node.data.wait != null;
  return (
    (node.type === "wait_for_reply" || node.type === "wait_for_event") &&
    node.data.timeout_seconds == null
  );
}

describe("with any graph and any events", () => {
  it("no run gets stuck, and none does anything twice or after its end", () => {
    const reached = {
      states: new Set<string>(),
      waits: new Set<string>(),
      types: new Set<string>(),
    };
    for (let seed = 1; seed <= GRAPHS; seed++) {
      const random = generator(seed);
      const graph = frozen(randomGraph(random));
      let run = randomRun(random);
      let now = NOW;
      const sends: number[] = [];
      const left: number[] = [];
      const advance = (event: RunEvent) => {
        const [given, happened] = [frozen(run), frozen(event)];
        const made = step(graph, given, happened, now);
        expect(step(graph, given, happened, now)).toEqual(made);
        expect(
          wrongIn(graph, given, happened, now, made),
          `seed ${seed}, ${event.kind} at ${given.nodeId}`,
        ).toEqual([]);
        for (const effect of made.effects) {
          if (effect.kind === "send") sends.push(effect.visit);
          if (effect.kind !== "visit") continue;
          reached.types.add(effect.visit.type);
          if (effect.visit.outcome !== null) left.push(effect.visit.visit);
        }
        run = made.run;
      };
      advance(time);
      for (let index = 0; index < EVENTS; index++) {
        now = randomMoment(random, run, now);
        if (random.number() < 0.2) run = { ...run, lead: randomLead(random) };
        if (random.number() < 0.2) run = { ...run, bookings: randomBookings(random) };
        advance(randomEvent(random, run));
        if (run.waiting?.until != null && run.waiting.until <= now) advance(time);
        reached.waits.add(run.waiting?.for ?? "nothing");
      }
      reached.states.add(run.ended?.reason ?? "waiting");
      expect(new Set(sends).size).toBe(sends.length);
      expect(new Set(left).size).toBe(left.length);
    }
    // The random graphs must have reached every kind of outcome.
    expect([...reached.states]).toEqual(
      expect.arrayContaining([
        "reached_end",
        "exit_node",
        "handoff",
        "opted_out",
        "loop_detected",
        "invalid_graph",
        "unknown_type",
      ]),
    );
    expect([...reached.states]).toEqual(
      expect.arrayContaining([
        "invalid_setting",
        "invalid_date",
        "invalid_content",
        "window_closed",
        "no_channel",
        "waiting",
      ]),
    );
    expect(reached.waits).toEqual(
      new Set([
        "nothing",
        "time",
        "reply",
        "sending",
        "webhook",
        "analysis",
        "link_clicked",
        "message_read",
        "tag_added",
        "stage_changed",
        "booking",
        "custom",
      ]),
    );
    expect(reached.types.size).toBe(17);
  });
});
