/// <reference types="vite/client" />
import { assert, beforeAll, describe, expect, it } from "vitest";
import demoSql from "../drizzle/demo/demo.sql?raw";
import readme from "../README.md?raw";
import { type Answer, call, clientOf } from "./support/api";
import { flushAndClassify, later } from "./support/clicks";
import { testEnv } from "./support/env";
import { serveWith } from "./support/meter";
import { settle } from "./support/run-scheduler";

const ORIGIN = "http://localhost:8787";
/** Endpoints may be on this machine only in development. */
const [RECEIVER, PUBLIC_RECEIVER] = ["http://localhost:3000/", "https://receiver.example.com/"];
const REST = "…";
const tour = readme.slice(readme.indexOf("\n## Tour"), readme.indexOf("\n## Configuration"));
const token = /^TOKEN=(\S+)$/m.exec(tour)?.[1] ?? "";
const steps = [...tour.matchAll(/```sh\n(curl [^`]+)```\n\n```(json|http) (\d+)\n([^`]+)```/g)].map(
  ([, command, kind, status, shown]) => ({
    command: command!,
    kind,
    status: Number(status),
    shown: shown!,
  }),
);

let recipientUrl = "";

const fetcher = serveWith(testEnv.DB);

/** Steps runs and sends messages, as the workers do within a second. */
const settled = () => settle(clientOf(token, 1));

/**
 * Opens a link as a person does some seconds after it was sent, and runs the workers that react.
 */
async function visit(path: string, headers: Record<string, string>) {
  const answer = await later(10_000, () => call("GET", path, { headers, fetcher }));
  const { results } = await testEnv.DB.prepare("select id from short_links").all<{ id: number }>();
  await later(10_000, async () => {
    for (const { id } of results) await flushAndClassify(id);
  });
  await later(20_000, settled);
  return answer;
}

/** Runs a curl command of the README against the service under test. */
async function run(command: string): Promise<Answer> {
  const words = [...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) =>
      single ?? (double ?? plain)?.replace("$TOKEN", token).replace("$URL", recipientUrl) ?? "",
  );
  let method: string | undefined;
  let raw: string | undefined;
  let url = "";
  const headers: Record<string, string> = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-X") method = words.shift();
    else if (word === "-d")
      raw = words
        .shift()!
        .replaceAll(ORIGIN, testEnv.SHORT_URL_BASE)
        .replace(RECEIVER, PUBLIC_RECEIVER);
    else if (word === "-H") {
      const [name, value] = words.shift()!.split(": ");
      headers[name!] = value!.replace(
        "dev-operator-token-0123456789abcdef",
        testEnv.OPERATOR_TOKEN,
      );
    } else if (word === "-A") headers["User-Agent"] = words.shift()!;
    else if (word.startsWith(ORIGIN)) url = word;
    else assert(word === "curl" || word === "-i", `unknown word in ${command}: ${word}`);
  }
  await settled();
  const path = url.slice(ORIGIN.length);
  if (headers["User-Agent"]) return visit(path, headers);
  return call(method ?? (raw === undefined ? "GET" : "POST"), path, {
    headers,
    ...(raw !== undefined && { raw }),
  });
}

/**
 * A text without the parts that differ from run to run: times, new tokens and the service's origin.
 */
const constant = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>")
    .replace(/lea_[\w-]{43}|(?<=\/(?:open-day|guide)\/)[\w-]{17,}/g, "<token>")
    .replace(/whsec_[\w+/]{43}=/g, "<secret>")
    .replace(/(?<="id": ?)\d{16}\b/g, "0")
    .replace(PUBLIC_RECEIVER, RECEIVER)
    .replace(/http:\/\/localhost(:8787)?|https:\/\/sho\.rt/g, "<origin>");

/**
 * Expects the shown answer: complete, except where `…` ends a list or is among an object's members.
 */
function partShown(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(shown)) {
    const whole = shown.at(-1) !== REST;
    const items = answer
      .slice(0, whole ? undefined : shown.length - 1)
      .map((item, index) => partShown(item, shown[index]));
    return whole ? items : [...items, REST];
  }
  if (
    typeof answer === "object" &&
    answer !== null &&
    typeof shown === "object" &&
    shown !== null
  ) {
    const whole = !(REST in shown);
    const members = Object.entries(answer).filter(([name]) => whole || name in shown);
    const part = members.map(([name, value]) => [
      name,
      partShown(value, (shown as Record<string, unknown>)[name]),
    ]);
    return { ...Object.fromEntries(part), ...(!whole && { [REST]: REST }) };
  }
  return answer;
}

beforeAll(async () => {
  // The README shows the ids of a new database.
  await testEnv.DB.prepare("delete from sqlite_sequence where name <> 'tokens'").run();
  const statements = demoSql
    .replaceAll(ORIGIN, testEnv.SHORT_URL_BASE)
    .split(/;\n+/)
    .filter((statement) => statement !== "");
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
});

describe("the README", () => {
  it("names the two commands", () => {
    expect(readme).toContain("npm ci && npm start");
    expect(readme).toContain("npm ci && npm test");
  });

  it("shows the answer of every command of its tour", () => {
    expect(steps.length).toBeGreaterThan(8);
    expect(steps).toHaveLength([...tour.matchAll(/^curl /gm)].length);
  });

  it.each(steps)("shows the answer of $command", async ({ command, kind, status, shown }) => {
    const answer = await run(command);
    recipientUrl =
      /https:\/\/sho\.rt\/[\w-]+\/[\w-]{17,}/
        .exec(answer.text)?.[0]
        .replace("https://sho.rt", ORIGIN) ?? recipientUrl;
    expect(answer.status, answer.text).toBe(status);
    if (kind === "json") {
      const wanted = JSON.parse(constant(shown));
      return expect(partShown(JSON.parse(constant(answer.text)), wanted)).toEqual(wanted);
    }
    const [statusLine, ...headers] = shown.trim().split("\n");
    expect(statusLine).toContain(` ${status} `);
    for (const [name, value] of headers.map((line) => line.split(": ")))
      expect(constant(answer.headers.get(name!)!)).toBe(constant(value!));
  });
});
