import { describe, expect, it } from "vitest";
import { HostLanes } from "#features/automation/runs/worker/host-lanes";

const request = (host: string) => ({
  visit: 1,
  attempt: 1,
  url: `https://${host}/hook`,
  method: "POST",
  headers: {},
  body: null,
  timeoutMs: 30_000,
  isSaved: false,
});

/** Lanes with a request for each of these hosts. The ids of the runs count from 1. */
function lanesOf(...hosts: string[]) {
  const lanes = new HostLanes();
  for (const [index, host] of hosts.entries())
    lanes.add({ runId: index + 1, request: request(host), since: 0 });
  return lanes;
}

/** Takes the requests that have a connection, and returns the ids of their runs. */
function taken(lanes: HostLanes) {
  const ids: number[] = [];
  for (let next = lanes.next(); next; next = lanes.next()) ids.push(next.runId);
  return ids;
}

describe("the requests to a host", () => {
  it("have three connections, so that other hosts have two", () => {
    const lanes = lanesOf("dead", "dead", "dead", "dead", "dead");
    expect(taken(lanes)).toEqual([1, 2, 3]);
    for (const runId of [11, 12, 13]) lanes.add({ runId, request: request("well"), since: 0 });
    expect(taken(lanes)).toEqual([11, 12]);
    lanes.end(12, 20);
    expect(taken(lanes)).toEqual([13]);
  });

  it("have one connection while the host is slow", () => {
    const lanes = lanesOf("dead", "dead", "dead", "dead", "dead", "dead", "dead");
    taken(lanes);
    for (const runId of [1, 2, 3]) lanes.end(runId, 30_000);
    expect(taken(lanes)).toEqual([4]);
    lanes.end(4, 100);
    expect(taken(lanes)).toEqual([5, 6, 7]);
  });

  it("leave two connections to others, however many hosts are slow", () => {
    const hosts = ["a", "b", "c", "d"];
    const lanes = lanesOf(...hosts, ...hosts, ...hosts);
    for (const runId of taken(lanes)) lanes.end(runId, 30_000);
    const last = taken(lanes);
    for (const runId of last) lanes.end(runId, 30_000);
    expect(taken(lanes)).toHaveLength(3);
    lanes.add({ runId: 20, request: request("well"), since: 0 });
    expect(taken(lanes)).toEqual([20]);
  });

  it("take turns with those to others", () => {
    expect(taken(lanesOf("a", "a", "a", "a", "b", "b", "c"))).toEqual([1, 5, 7, 2, 6]);
  });

  it("fill the memory at 16 million characters of them that wait", () => {
    const lanes = new HostLanes();
    const body = "x".repeat(250_000);
    const add = (runId: number) =>
      lanes.add({ runId, request: { ...request("a"), body }, since: 0 });
    for (let runId = 1; runId <= 63; runId++) add(runId);
    expect(lanes.isFull).toBe(false);
    add(64);
    expect(lanes.isFull).toBe(true);
    lanes.next();
    expect(lanes.isFull).toBe(false);
  });

  it("wait, are made and are over", () => {
    const lanes = lanesOf("a", "a", "a", "a");
    taken(lanes);
    expect([1, 4, 5].map((runId) => lanes.stateOf(runId))).toEqual(["open", "queued", undefined]);
    lanes.end(1, 20);
    expect([1, 4].map((runId) => lanes.stateOf(runId))).toEqual([undefined, "queued"]);
    taken(lanes);
    expect(lanes.stateOf(4)).toBe("open");
    lanes.end(4, null);
    expect(lanes.stateOf(4)).toBeUndefined();
  });
});
