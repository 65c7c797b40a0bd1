import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { checkClock, checkService } from "#cli/checks/availability";
import { checkDeployment } from "#cli/checks/deployment";
import { checkChannels } from "#cli/checks/workspace";
import { follow } from "#cli/commands/tail";
import { endProgress, plain, showProgress, table } from "#cli/output";
import { readScenario } from "#cli/scenario-file";
import { createClient } from "#client";
import { installCli } from "./support/cli";
import { serveFaults } from "./support/faulty-service";

const TOKEN = "lea_a-token-of-nobody";
const ESCAPE = "\u001b";

let cli: Awaited<ReturnType<typeof installCli>>;

beforeAll(async () => {
  cli = await installCli();
});

afterAll(async () => {
  expect(cli.said.filter((said) => said.includes(TOKEN))).toEqual([]);
  await cli.remove();
});

const html = { headers: { "Content-Type": "text/html", "X-Request-Id": "" }, body: "<h1>Hi</h1>" };
const me = (name: string) => ({
  data: { workspace: { id: 1, name }, token: { id: 2, name: "Mine", abilities: ["*"] } },
});

describe("a command that fails", () => {
  it("says so in JSON on standard output alone, with the code that fits", async () => {
    await using service = await serveFaults(({ url = "" }) => {
      if (url.includes("tags")) return { status: 403, body: { message: "No." } };
      return { status: 401, body: { message: "Unauthenticated.", errors: null } };
    });
    await using elsewhere = await serveFaults(() => ({ headers: html.headers, body: html.body }));
    await using moved = await serveFaults(() => ({
      status: 301,
      headers: { Location: "https://engage.example.com/" },
    }));
    const gone = { env: { ...service.as().env, LEAD_ENGAGEMENT_URL: "http://127.0.0.1:9" } };
    const cases = [
      [["nothing"], service.as(), 2, "unknown command"],
      [["links", "stats", "abc"], service.as(), 2, "whole number"],
      [["leads", "import", "x.csv", "--mode", "merge"], service.as(), 2, "Allowed choices"],
      [["leads", "import", "missing.csv"], service.as(), 2, "is not there"],
      [["scenario", "push", "missing.json"], service.as(), 2, "is not there"],
      [["scenario", "check", "missing.json"], service.as(), 2, "is not there"],
      [["api", "GET", "https://b.example/"], service.as(), 2, "begins with /v1/"],
      [["api", "LIST", "/v1/me"], service.as(), 2, "is none of"],
      [["api", "POST", "/v1/tags", "--data", "{"], service.as(), 2, "no JSON"],
      [["api", "GET", "/v1/tags", "--data", "{}"], service.as(), 2, "has no body"],
      [["leads", "export", "--format", "csv"], service.as(), 2, "-o"],
      [["restore", "nowhere"], service.as(), 2, "is no backup"],
      [["listen", "--forward", "file:///etc/passwd"], service.as(), 2, "http://"],
      [["login", "--url", `http://${TOKEN}:x@localhost`], service.as(), 2, "must begin with"],
      [["whoami"], { env: { LEAD_ENGAGEMENT_URL: service.url } }, 2, "or neither"],
      [["whoami"], { env: {} }, 3, "not signed in"],
      [["whoami"], service.as(`${TOKEN}\nX: y`), 1, "Malformed"],
      [["whoami"], { env: { ...service.as().env, LEAD_ENGAGEMENT_URL: "x" } }, 2, "http://"],
      [["leads", "import", "."], service.as(), 2, "is no file"],
      [["scenario"], service.as(), 2, "No command"],
      [["whoami"], service.as(), 3, "Unauthenticated."],
      [["whoami"], elsewhere.as(), 1, "not the API's"],
      [["whoami"], moved.as(), 1, "See https://engage.example.com/"],
      [["doctor"], gone, 4, "can't be reached"],
    ] as const;
    const ended = await Promise.all(
      cases.map(([args, options]) => cli.run([...args, "--json"], options)),
    );
    for (const [index, [args, , code, message]] of cases.entries()) {
      const { out, code: was } = ended[index]!;
      const { error } = JSON.parse(out);
      expect([args, was, error.exit_code], out).toEqual([args, code, code]);
      expect(error.message, String(args)).toContain(message);
    }
    expect(
      service.requests.every(
        (request) => request === "GET /v1/me" || request === "GET /v1/databases",
      ),
    ).toBe(true);
  });

  it("does not show a password of a URL, nor what stands in a broken file of sign-ins", async () => {
    const folder = join(cli.home, "config/lead-engagement");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "profiles.json"), `{"default": {"token": "${TOKEN}"`);
    const broken = await cli.run(["whoami"]);
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining("sign in again") });
  });
});

describe("what is shown", () => {
  it("names the ability that the token lacks", async () => {
    const lacking = { message: "No.", code: "missing_ability", ability: "short-links:read" };
    await using service = await serveFaults(() => ({ status: 403, body: lacking }));
    const stats = ["links", "stats", "5"];
    expect(await cli.run(stats, service.as())).toMatchObject({
      code: 3,
      err: expect.stringContaining("No. (403)\n  The token lacks the ability short-links:read."),
    });
    const { error } = JSON.parse((await cli.run([...stats, "--json"], service.as())).out);
    expect(error).toMatchObject({ code: "missing_ability", ability: "short-links:read" });
  });

  it("obeys nobody who named something, and has colours only where they are wanted", async () => {
    const name = `Evil${ESCAPE}[2J${ESCAPE}]0;title\u0007\u202Etxt\nSecond line`;
    await using service = await serveFaults(({ url = "" }) =>
      url.includes("/me")
        ? { body: me(name) }
        : {
            body: {
              data: [
                { id: 5, type: "tag.deleted", timestamp: "now", data: { tag_id: 1, text: name } },
              ].filter(() => url.includes("after=0&")),
              meta: { next_cursor: null },
            },
          },
    );
    const { env } = service.as();
    const tail = ["tail", "--once", "--after", "0"];
    const [whoami, plainTail, coloured, refused] = await Promise.all([
      cli.run(["whoami"], { env }),
      cli.run(tail, { env }),
      cli.run(tail, { env: { ...env, FORCE_COLOR: "1" } }),
      cli.run(tail, { env: { ...env, FORCE_COLOR: "1", NO_COLOR: "1" } }),
    ]);
    expect(whoami.out).toMatch(/^Evil�\[2J�\]0;title��txt Second line \(1\) at /);
    for (const { out } of [whoami, plainTail, refused]) expect(out).not.toContain(ESCAPE);
    expect(coloured.out).toContain(`${ESCAPE}[2m`);
    expect(coloured.out).not.toContain(`${ESCAPE}[2J`);
    expect(plain("a\u0085b\u2028c\u007fd")).toBe("a�b c�d");
    expect(table([{ name: "😀".repeat(80) }])).toContain(`${"😀".repeat(59)}…`);
  });
});

describe("a bar of how far long work is", () => {
  const isTerminal = process.stderr.isTTY;

  afterEach(() => {
    vi.restoreAllMocks();
    process.stderr.isTTY = isTerminal;
  });

  it.each([
    [-5, "░".repeat(30), "0 %"],
    [50.9, "█".repeat(15) + "░".repeat(15), "50 %"],
    [120, "█".repeat(30), "100 %"],
  ])("of %d %% is for terminals alone", (percent, bar, said) => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    process.stderr.isTTY = false;
    showProgress(percent, "sending");
    endProgress();
    expect(write).not.toHaveBeenCalled();
    process.stderr.isTTY = true;
    showProgress(percent, "sending");
    expect(write).toHaveBeenCalledExactlyOnceWith(`\r${ESCAPE}[2K${bar} ${said}  sending`);
  });
});

describe("sign-ins", () => {
  it("are taken back from others who could read them", async () => {
    await using service = await serveFaults(() => ({ body: me("Mine") }));
    const file = join(cli.home, "config/lead-engagement/profiles.json");
    await writeFile(file, JSON.stringify({ default: { url: service.url, token: TOKEN } }));
    await chmod(file, 0o644);
    const first = await cli.run(["whoami"]);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("yours alone now") });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // A profile that was asked for goes before the environment.
    const env = { LEAD_ENGAGEMENT_URL: "http://127.0.0.1:9", LEAD_ENGAGEMENT_TOKEN: "lea_no" };
    expect((await cli.run(["whoami", "--profile", "default"], { env })).code).toBe(0);
    expect(await cli.run(["whoami", "--profile", "__proto__"])).toMatchObject({
      code: 3,
      err: "There is no profile __proto__. There are: default.\n",
    });
    const listed = await cli.run(["profile", "list", "--json"]);
    expect(JSON.parse(listed.out)).toEqual({ profiles: [{ name: "default", url: service.url }] });
    expect(listed.out).not.toContain(TOKEN);
  });

  it("go to no other service that the environment names", async () => {
    await using mine = await serveFaults(() => ({ body: me("Mine") }));
    await using other = await serveFaults(() => ({ body: me("Other") }));
    expect((await cli.run(["login", "--url", mine.url], { input: TOKEN })).code).toBe(0);
    const env = { LEAD_ENGAGEMENT_URL: other.url };
    expect(await cli.run(["whoami"], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining("or neither"),
    });
    expect((await cli.run(["whoami", "--profile", "default"], { env })).out).toContain("Mine");
    expect(other.requests).toEqual([]);
  });
});

describe("files", () => {
  it.each([
    ["no JSON", "{", "JSON"],
    ["a list", "[]", "a JSON object"],
    ["null", "null", "a JSON object"],
    ["an id of another kind", '{"id": "../tags/1"}', "`id`"],
    ["an id of nobody", '{"id": 0}', "`id`"],
    ["an etag of another kind", '{"id": 1, "etag": {"a": 1}}', "`etag`"],
    ["no name", '{"id": 7}', "`name`"],
    ["an etag of two lines", '{"id": 1, "etag": "a\\r\\nX: y"}', "`etag`"],
  ])("with %s are no scenarios", async (_, text, why) => {
    const path = join(cli.home, "nonsense.json");
    await writeFile(path, text);
    await expect(readScenario(path)).rejects.toThrow(why);
    await writeFile(path, '\ufeff{"id": 7, "name": "Seven", "__proto__": {"id": 8}}');
    expect(await readScenario(path)).toMatchObject({ id: 7 });
  });

  it("that come half are not saved, and are downloaded again for a backup", async () => {
    const lines = '{"first_name":"Ada"}\n';
    const sha256 = createHash("sha256").update(lines).digest("hex");
    let downloads = 0;
    await using service = await serveFaults(({ url = "", method }) => {
      const data = { id: 3, state: "completed", bytes: lines.length };
      const meta = { next_cursor: null };
      if (url.startsWith("/v1/leads/export")) return { body: "id,first_name\n", isCut: true };
      if (url === "/files/leads-1.ndjson") return { body: lines, isCut: downloads++ === 0 };
      if (method === "DELETE") return { status: 204, body: "" };
      const file = { name: "../leads-1.ndjson", bytes: lines.length, sha256 };
      if (url.includes("/files"))
        return { body: { data: [{ ...file, url: `${service.url}/files/leads-1.ndjson` }], meta } };
      return { status: method === "POST" ? 201 : 200, body: { data } };
    });
    const [exported, saved] = await Promise.all([
      cli.run(["leads", "export", "-o", "half.csv"], service.as()),
      cli.run(["backup", "saved", "--json"], service.as()),
    ]);
    expect(exported).toMatchObject({ code: 4, err: expect.stringContaining("can't be reached") });
    expect(saved).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(saved.out).files).toEqual(["../leads-1.ndjson"]);
    expect(downloads).toBe(2);
    expect(await readdir(cli.home)).not.toContain("half.csv");
    expect((await readdir(cli.home)).filter((name) => name.endsWith(".part"))).toEqual([]);
    const path = join(cli.home, "saved/leads-1.ndjson");
    expect(await readFile(path, "utf8")).toBe(lines);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(service.requests).toContain("DELETE /v1/exports/3");
  });
});

describe.concurrent("events", () => {
  const page = (...ids: number[]) => ({
    body: {
      data: ids.map((id) => ({ id, type: "tag.deleted", timestamp: "now", data: { tag_id: id } })),
      meta: { next_cursor: null },
    },
  });

  it("go on where they were when the service was away", async () => {
    const answers = [page(7), page(8, 9), { status: 502, ...html }, page(10)];
    await using service = await serveFaults(() => answers.shift() ?? { status: 401 });
    const client = createClient({ baseUrl: service.url, token: TOKEN, retries: 0 });
    const seen: number[] = [];
    await expect(async () => {
      for await (const { id } of follow(client, { type: [] })) seen.push(id);
    }).rejects.toMatchObject({ status: 401 });
    expect(seen).toEqual([8, 9, 10]);
    const asked = service.requests.map((request) => /after=(\d+)/.exec(request)?.[1]);
    expect(asked).toEqual([undefined, "7", "9", "9", "10"]);
  });

  it("that no receiver takes make `listen --once` fail, and leave nothing at the service", async () => {
    await using service = await serveFaults(({ url = "" }) =>
      url.includes("after=0&") ? page(4) : page(),
    );
    const forward = ["listen", "--forward", "http://127.0.0.1:9/hook", "--once", "--after", "0"];
    const { code, out, err } = await cli.run([...forward, "--json"], service.as());
    const lines = out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).event_id)).toEqual([4, 4, 4]);
    expect([code, err]).toEqual([1, expect.stringContaining("1 event not taken")]);
    expect(service.requests.every((request) => request.startsWith("GET "))).toBe(true);
    const secret = join(cli.home, "config/lead-engagement/webhook-secret");
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    expect(out + err).not.toContain("whsec_");
  });
});

describe("the doctor", () => {
  it.each([
    ["a redirect", { status: 308, headers: { Location: "https://b.example/" } }, "https://b.ex"],
    ["a page of a proxy", html, "something else answers 200"],
    ["a missing secret", { status: 500, body: { message: "Server error." } }, "wrangler tail"],
    ["a database that is down", { status: 503, body: { status: "unavailable" } }, "database"],
  ])("names %s", async (_, answer, why) => {
    await using service = await serveFaults(() => answer);
    const [first] = await checkService(service.url);
    expect(first).toMatchObject({ result: "problem", detail: expect.stringContaining(why) });
  });

  it.each([
    ["have never run", null, "have not run yet", "unknown"],
    ["have stopped", new Date(Date.now() - 7_200_000).toISOString(), "have not run since", "ended"],
    ["run", new Date().toISOString(), "are alive", "supported"],
  ] as const)("says of crons that they %s", async (_, measured_at, what, state) => {
    const health = {
      databases: [{ name: "DB", is_reachable: measured_at !== null, latency_ms: 3 }],
      overdue: { messages: measured_at ? 5 : 900 },
      stopped_channels: 1,
      paused_channels: 0,
      disabled_endpoints: 0,
      unrouted_webhooks: [],
      graph_versions: [
        { variable: "GRAPH_URL", version: "v24.0", ends_at: "2028-02-18", state },
        { variable: "INSTAGRAM_URL", version: null, ends_at: null, state: "unknown" },
      ],
    };
    await using service = await serveFaults(({ url = "" }) => ({
      body: { data: url.includes("health") ? health : [{ name: "DB", measured_at }] },
    }));
    const checks = await checkDeployment(createClient({ baseUrl: service.url, token: TOKEN }));
    const found = Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest]));
    const isAlive = what === "are alive";
    expect(found.crons).toEqual({
      ...{ result: isAlive ? "ok" : "problem", detail: expect.stringContaining(what) },
    });
    for (const check of ["database DB", "messages"])
      expect(found[check]?.result, check).toBe(measured_at ? "ok" : "problem");
    expect(found["stopped channels"]?.result).toBe("warning");
    const results = { unknown: "warning", ended: "problem", supported: "ok" };
    expect(found["GRAPH_URL v24.0"]?.result).toBe(results[state]);
    expect(found["INSTAGRAM_URL without a version"]?.result).toBe("warning");
  });

  it("finds addresses of platforms that lead elsewhere, or nowhere", async () => {
    await using service = await serveFaults(({ url = "" }) => {
      if (url === "/elsewhere") return html;
      if (url.endsWith("/check")) return { status: 403, body: { message: "No." } };
      const urls = [`${service.url}/webhooks`, `${service.url}/elsewhere`, "http://127.0.0.1:9/"];
      const channel = { name: "Shop", status: "active", stop_reason: null, pause: null };
      const active = urls.map((webhook_url, id) => ({ ...channel, id, webhook_url }));
      const withheldAt = (last_at: number) => ({
        ...{ ...channel, id: last_at, webhook_url: urls[0], webhook_fields: ["messages", "calls"] },
        withheld: { count: 2, last_at: new Date(last_at).toISOString() },
      });
      const data = [
        ...[...active, { ...channel, id: 3, pause: { reason: "payment" } }],
        ...[withheldAt(Date.now()), withheldAt(Date.now() - 90_000_000)],
      ];
      return { body: { data, meta: { next_cursor: null } } };
    });
    const checks = await checkChannels(createClient({ baseUrl: service.url, token: TOKEN }));
    expect(checks.map(({ result, detail }) => [result, detail])).toEqual([
      ["ok", "Shop"],
      ["problem", `${service.url}/elsewhere leads elsewhere`],
      ["problem", expect.stringContaining("can't be reached")],
      ["warning", expect.stringContaining("Shop is paused: payment")],
      ["warning", expect.stringMatching(/may lack access to messages, .*: messages, calls$/)],
      ["ok", "Shop"],
    ]);
  });

  it("compares clocks, and says what is wrong with a token", async () => {
    const now = Date.UTC(2026, 10, 20);
    const away = new URL("https://engage.example.com");
    expect(checkClock(away, "Fri, 20 Nov 2026 00:00:59 GMT", now).result).toBe("ok");
    expect(checkClock(away, "Fri, 20 Nov 2026 00:02:00 GMT", now).result).toBe("problem");
    expect(checkClock(away, null, now).result).toBe("warning");
    const answers: Record<string, number> = { "/healthz": 200, "/v1/me": 401, "/v1/health": 404 };
    await using service = await serveFaults(({ url = "" }) => ({
      status: answers[url] ?? 404,
      body: { status: "ok", message: "No." },
    }));
    const { code, out } = await cli.run(["doctor", "--json"], service.as());
    const problems = JSON.parse(out).filter(
      ({ result }: { result: string }) => result === "problem",
    );
    expect([code, problems]).toEqual([
      1,
      [
        expect.objectContaining({
          check: "token",
          detail: expect.stringContaining("OPERATOR_TOKEN"),
        }),
      ],
    ]);
  });
});
