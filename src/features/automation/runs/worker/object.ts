import { DurableObject } from "cloudflare:workers";
import { toWake, wakeMessageSender, wakeWorkers } from "../../../../domain/wake";
import type { Bindings, Scope } from "../../../../env";
import { isRefusal, WorkAlarm } from "../../../../lib/alarm";
import { describeError, log } from "../../../../lib/log";
import { allowsLoopback } from "../../../messaging/channels/store";
import type { WebhookRequest } from "../../engine/run";
import { compile, type Graph } from "../../scenarios/compile";
import { callWebhook } from "./call";
import type { Due, SavedGraph } from "./claim";
import type { Commit } from "./commit";
import { messagesOf, type SentMessage } from "./outgoing";
import { isAwaited, nextRound, type Round, recordAnswer, scopeOf } from "./rounds";
import { broken, type DueRun, type Taken, takeTurn } from "./work";

const RUNS_PER_ROUND = 200;
/**
 * An alarm may make 1,000 requests, of which D1 may count each statement; what is left to do is the next alarm's. A round has some 15, and
 * no more than 650 where a run changes its lead a hundred times.
 */
const STATEMENTS_PER_ALARM = 300;
/** Of the graphs that are kept, as JSON. */
const MAX_GRAPH_CHARACTERS = 8_000_000;
/** Of what a round writes, as JSON: D1 takes no value of more than 2 MB. */
const MAX_EFFECT_CHARACTERS = 500_000;
/** A Worker has six connections at once, of which D1 takes one. */
const CONNECTIONS = 4;
/** By then the run of a request that has waited may have been stopped. */
const FRESH_FOR_MS = 1_000;
/** When a run is looked at again whose request has not had its turn. */
const REQUEST_DELAY_MS = 60_000;

/**
 * Steps the runs of one workspace. D1 holds them; this object only knows when to look. It takes those that are due, some hundred at a time,
 * steps them and writes what they have done in one transaction, which leaves out whatever has changed meanwhile. So a step that is
 * repeated, for a crash or because two did it at once, has no effect twice.
 */
export class RunScheduler extends DurableObject<Bindings> {
  /** By `scenario:version`, which never change. */
  readonly #graphs = new Map<string, Graph>();
  #graphCharacters = 0;
  /** Requests of webhook nodes that wait for a connection, by their runs, and since when. */
  readonly #requests = new Map<number, { request: WebhookRequest; since: number }>();
  /** The runs whose requests are under way. */
  readonly #asking = new Set<number>();
  #connections = 0;
  /** How many runs a round takes: fewer, down to one, while what has become of them can't be written. */
  #limit = RUNS_PER_ROUND;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#rounds(scopeOf(this.env, this.#workspaceId())),
    () => ({ message: "runs not stepped", fields: { workspace_id: this.#workspaceId() } }),
  );

  /** Looks for runs that are due, soon. */
  wake(workspaceId: number) {
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId")!;

  /** Rounds until nothing is due, or others must go on. When to look again, `null` when there is nothing to wait for. */
  async #rounds(scope: Scope): Promise<number | null> {
    let commit: Commit | null = null;
    for (let statements = 0; ; ) {
      const limit = statements > STATEMENTS_PER_ALARM ? 0 : this.#limit;
      try {
        const round: Round = await nextRound(scope, commit, limit, [...this.#graphs.keys()]);
        const { taken, due } = round;
        statements += round.statements;
        this.ctx.waitUntil(
          wakeWorkers(this.env, scope.workspaceId, { ...toWake(round.wakes), runs: false }),
        );
        if (commit) {
          this.#follow(scope, commit, new Set(taken));
          this.#limit = Math.min(this.#limit * 2, RUNS_PER_ROUND);
        }
        if (due.runs.length === 0) return due.nextAt;
        commit = await this.#take(scope, due);
      } catch (error) {
        const [one, ...others]: Taken[] = commit?.taken ?? [];
        const isHopeless =
          !one || (others.length === 0 && one.run.ended?.reason === "internal_error");
        if (isHopeless || !isRefusal(error)) throw error;
        log("error", "turn not written", {
          workspace_id: scope.workspaceId,
          runs: 1 + others.length,
          ...describeError(error),
        });
        this.#limit = Math.ceil(others.length / 2) || 1;
        commit = others.length > 0 ? null : commitOf([broken(one.due)], []);
      }
    }
  }

  /** Steps the runs whose graphs are there, as many as can be written at once; the others come with the next round. */
  async #take(scope: Scope, { runs, graphs }: Due): Promise<Commit> {
    this.#keep(graphs);
    const now = Date.now();
    const ready: Taken[] = [];
    let characters = 0;
    for (const due of runs) {
      const graph = this.#graphs.get(due.graphKey);
      if (!graph) continue;
      const one = this.#isAsked(due) ? waitOn(due, now) : takeSafely(graph, due, now);
      characters += JSON.stringify(one.effects).length;
      if (ready.length > 0 && characters > MAX_EFFECT_CHARACTERS) break;
      ready.push(one);
    }
    // Where nothing can be done and nothing new was read, there are no such graphs.
    const taken = ready.length > 0 || graphs.length > 0 ? ready : runs.map(broken);
    return commitOf(taken, await messagesOf(scope, taken));
  }

  #keep(graphs: SavedGraph[]) {
    const characters = graphs.reduce((sum, graph) => sum + graph.characters, 0);
    if (this.#graphCharacters + characters > MAX_GRAPH_CHARACTERS) {
      this.#graphs.clear();
      this.#graphCharacters = 0;
    }
    this.#graphCharacters += characters;
    for (const { key, nodes, edges } of graphs) this.#graphs.set(key, compile(nodes, edges));
  }

  /** Sets going what the runs that were written have asked for. What is lost of it is made up for: by the cron, and by the runs' own time-outs. */
  #follow(scope: Scope, { taken, messages }: Commit, written: Set<number>) {
    const channels = new Set(
      messages.filter(({ run }) => written.has(run)).map(({ channel }) => channel),
    );
    for (const channel of channels) this.ctx.waitUntil(wakeMessageSender(this.env, channel));
    for (const { run, effects } of taken) {
      if (!written.has(run.id)) continue;
      for (const effect of effects)
        if (effect.kind === "request")
          this.#requests.set(run.id, { request: effect.request, since: Date.now() });
    }
    while (this.#connections < CONNECTIONS && this.#requests.size > 0) {
      this.#connections++;
      this.ctx.waitUntil(this.#call(scope).finally(() => this.#connections--));
    }
  }

  /** Whether a run's time is up only as its request has not had its turn yet. */
  #isAsked({ run, events }: DueRun) {
    const isTime = run.waiting?.for === "webhook" && events.length === 0;
    return isTime && (this.#requests.has(run.id) || this.#asking.has(run.id));
  }

  /** Makes the requests that wait, one after the other. */
  async #call(scope: Scope) {
    for (let next = this.#nextRequest(); next; next = this.#nextRequest()) {
      const { runId, request, since } = next;
      try {
        if (Date.now() - since > FRESH_FOR_MS && !(await isAwaited(scope, runId, request.visit)))
          continue;
        const answer = await callWebhook(runId, request, allowsLoopback(scope));
        await recordAnswer(scope, runId, request.visit, answer);
        await this.wake(scope.workspaceId);
      } catch (error) {
        log("error", "webhook's answer not kept", { run_id: runId, ...describeError(error) });
      } finally {
        this.#asking.delete(runId);
      }
    }
  }

  #nextRequest() {
    const [first] = this.#requests;
    if (!first) return undefined;
    const [runId, asked] = first;
    this.#requests.delete(runId);
    this.#asking.add(runId);
    return { runId, ...asked };
  }
}

const commitOf = (taken: Taken[], messages: SentMessage[]): Commit => ({
  name: crypto.randomUUID(),
  taken,
  messages,
});

/** A run that is looked at again some time later, and is otherwise as it was. */
const waitOn = (due: DueRun, now: number): Taken => ({
  due,
  run: { ...due.run, waiting: { for: "webhook", until: now + REQUEST_DELAY_MS } },
  effects: [],
});

/** A run that makes the engine throw ends, and harms no other. */
function takeSafely(graph: Graph, due: DueRun, now: number): Taken {
  try {
    return { due, ...takeTurn(graph, due, now) };
  } catch (error) {
    log("error", "run not stepped", {
      run_id: due.run.id,
      node_id: due.run.nodeId,
      ...describeError(error),
    });
    return broken(due);
  }
}
