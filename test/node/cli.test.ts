import { execFile, spawnSync } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  type Client,
  createBooking,
  createClient,
  createLead,
  createLinkSend,
  createShortLink,
  createSource,
  createTag,
  createToken,
  createWebhookEndpoint,
  createWorkspace,
  deleteTag,
  getLinkStats,
  replaceSource,
  verifyWebhook,
} from "#client";
import { installCli } from "./support/cli";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const OPERATOR_TOKEN = "dev-operator-token-0123456789abcdef";

let cli: Awaited<ReturnType<typeof installCli>>;
let token: string;
let client: Client;

const origin = () => inject("origin");
const clientOf = (secret: string) => createClient({ baseUrl: origin(), token: secret });

async function newWorkspace() {
  const operator = clientOf(OPERATOR_TOKEN);
  return (await createWorkspace({ client: operator, body: { name: "Command line" } })).data.token;
}

const as = (secret: string) => ({
  env: { LEAD_ENGAGEMENT_URL: origin(), LEAD_ENGAGEMENT_TOKEN: secret },
});

beforeAll(async () => {
  [cli, token] = await Promise.all([installCli(), newWorkspace()]);
  client = clientOf(token);
  const { code, out } = await cli.run(["login", "--url", origin()], { input: `${token}\n` });
  expect([code, out]).toEqual([0, expect.stringContaining("Signed in to Command line")]);
});

afterAll(async () => {
  // Whatever was called and went wrong: no output has shown a token.
  expect(cli.said.length).toBeGreaterThan(20);
  expect(cli.said.filter((said) => said.includes(token) || said.includes("whsec_"))).toEqual([]);
  await cli.remove();
});

const file = (name: string) => join(cli.home, name);
const json = async (...args: string[]) => {
  const { out, err, code } = await cli.run([...args, "--json"]);
  if (out === "") throw new Error(err);
  return { code, body: JSON.parse(out) };
};

describe("signing in", () => {
  it("keeps the token where only its owner can read it, by profile", async () => {
    const profiles = file("config/lead-engagement/profiles.json");
    expect((await stat(profiles)).mode & 0o777).toBe(0o600);
    expect((await json("whoami")).body).toMatchObject({
      workspace: { name: "Command line" },
      token: { abilities: ["*"] },
    });
    const other = await cli.run(["login", "--url", origin(), "--profile", "other"], {
      input: token,
    });
    expect(other.code).toBe(0);
    expect((await cli.run(["logout", "--profile", "other"])).code).toBe(0);
    expect((await cli.run(["whoami", "--profile", "other"])).code).toBe(3);
    expect((await cli.run(["whoami"])).code).toBe(0);
  });

  it("refuses a wrong token and no token, and keeps who was signed in", async () => {
    const login = ["login", "--url", origin()];
    expect((await cli.run(login, { input: "lea_no" })).code).toBe(3);
    expect((await cli.run(login, { input: "" })).code).toBe(2);
    expect((await cli.run(["whoami"])).code).toBe(0);
  });

  it("ends with a code that says what is wrong", async () => {
    expect((await cli.run(["nothing"])).code).toBe(2);
    expect((await cli.run(["links", "stats"])).code).toBe(2);
    expect((await cli.run(["links", "stats", "999999999"])).code).toBe(1);
    const away = { env: { ...as(token).env, LEAD_ENGAGEMENT_URL: "http://localhost:1" } };
    expect((await cli.run(["doctor"], away)).code).toBe(4);
    const poor = await createToken({ client, body: { name: "Poor", abilities: ["tags:read"] } });
    expect((await cli.run(["leads", "export"], as(poor.data.token))).code).toBe(3);
  });
});

describe("leads in files", () => {
  it("tries and imports a file, shows what is rejected, and exports it", async () => {
    const rows = ["First name,Warmth", "Maud,hot", "Yann,boiling", "Zoé,cold"];
    await writeFile(file("contacts.csv"), rows.join("\n"));
    const tried = await cli.run([
      "leads",
      "import",
      "contacts.csv",
      "--map",
      "Warmth=warmth",
      "--dry-run",
    ]);
    expect(tried).toMatchObject({ code: 0, err: expect.stringContaining("Warmth → warmth") });
    expect(tried.out).toMatch(/3 rows, nothing written: 2 created, 1 invalid/);
    expect(tried.out).toMatch(/^3 +invalid +warmth: /m);
    const done = await cli.run([
      ...["leads", "import", "contacts.csv", "--strict", "--rejected", "rejected.csv"],
      ...["--map", "Warmth=warmth", "--tag", "Fair", "--create-tags"],
    ]);
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining("Rejected: 1 row") });
    expect(await readFile(file("rejected.csv"), "utf8")).toMatch(/Yann,boiling,/);
    await writeFile(file("out.csv"), "First name,Unsubscribed\nOut,yes");
    expect((await cli.run(["leads", "import", "out.csv"])).out).toMatch(/^Unsubscribed: 1, also/m);
    const csv = await cli.run(["leads", "export", "--filter", "name=Maud"]);
    expect(csv.out.trim().split("\n")).toEqual([
      expect.stringContaining("first_name"),
      expect.stringContaining("Maud"),
    ]);
    const some = ["leads", "export", "--columns", "warmth,first_name", "--filter", "name=Maud"];
    expect((await cli.run(some)).out.trim().split("\r\n")).toEqual([
      "warmth,first_name",
      "hot,Maud",
    ]);
    expect((await cli.run([...some, "--format", "ndjson"])).code).toBe(2);
    const lines = ["leads", "export", "--format", "ndjson", "-o", "leads.ndjson"];
    expect((await cli.run(lines)).code).toBe(0);
    const saved = (await readFile(file("leads.ndjson"), "utf8")).trim().split("\n");
    expect(saved.map((line) => JSON.parse(line).first_name).toSorted()).toEqual([
      "Maud",
      "Out",
      "Zoé",
    ]);
  });

  it("reads standard input, and calls any other operation", async () => {
    const input = "First name\nPiped\n";
    const piped = await cli.run(["leads", "import", "-", "--json"], { input });
    expect(JSON.parse(piped.out).import).toMatchObject({ name: "standard-input", rows: 1 });
    const read = await cli.run(["api", "GET", "/v1/leads?name=Piped"]);
    expect(JSON.parse(read.out).data).toMatchObject([{ first_name: "Piped" }]);
    const data = '{"label": "Called"}';
    const marked = { input: `\ufeff${data}` };
    const made = await cli.run(["api", "post", "/v1/tags", "--data", "-"], marked);
    expect([made.code, JSON.parse(made.out).data.label]).toEqual([0, "Called"]);
    const again = await cli.run(["api", "POST", "/v1/tags", "-d", data]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("already been taken") });
    const csv = ["api", "GET", "/v1/leads/export?name=Piped", "-H", "Accept: text/csv"];
    expect((await cli.run(csv)).out).toMatch(/first_name[\s\S]*Piped/);
    const empty = await cli.run(["leads", "import", "-"]);
    expect(empty.code).toBe(1);
  });

  it("says what is wrong with a file or an option", async () => {
    expect((await cli.run(["leads", "import", "missing.csv"])).code).toBe(2);
    expect(await cli.run(["leads", "export", "-o", "nowhere/a.csv"])).toMatchObject({
      ...{ code: 2, err: "nowhere/a.csv can't be written: its folder is not there.\n" },
    });
    expect((await cli.run(["leads", "import", "contacts.csv", "--map", "Phone"])).code).toBe(2);
    expect((await cli.run(["leads", "export", "--format", "xml"])).code).toBe(2);
    await writeFile(file("empty.csv"), "");
    const empty = await json("leads", "import", "empty.csv");
    expect([empty.code, empty.body.error.exit_code]).toEqual([1, 1]);
    await writeFile(file("bom.csv"), "\ufeffFirst name;E-mail\r\nZoë;zoe@example.com\r\n");
    const marked = await json("leads", "import", "bom.csv", "--dry-run");
    expect(marked.body.import).toMatchObject({ rows: 1, counts: { created: 1 } });
    const unknown = await cli.run(["leads", "export", "--filter", "warmth=boiling"]);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("warmth: ") });
  });
});

describe("scenarios as files", () => {
  const welcome = {
    name: "Bienvenue à tous",
    platform: "whatsapp",
    nodes: [
      { id: "start", type: "start", position: { x: 1, y: 2 } },
      { id: "hello", type: "message", data: { text: "Hello {{first_name}}" } },
    ],
    edges: [{ source: "start", target: "hello", source_handle: "next" }],
  };

  it("are pushed, pulled, changed, compared, checked and played", async () => {
    await writeFile(file("welcome.json"), JSON.stringify(welcome));
    const pushed = await json("scenario", "push", "welcome.json");
    const [{ id }] = pushed.body.pushed;
    const pulled = await json("scenario", "pull", "--all", "--dir", "graphs");
    expect(pulled.body.saved).toEqual([`graphs/${id}-bienvenue-a-tous.json`]);
    const graph = file(pulled.body.saved[0]);
    expect((await cli.run(["scenario", "diff", "graphs"])).code).toBe(0);

    const text = await readFile(graph, "utf8");
    await writeFile(graph, text.replace("Hello", "Good morning"));
    const changed = await cli.run(["scenario", "diff", graph]);
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(/^- .*Hello[\s\S]*^\+ .*Good morning/m);

    await writeFile(file("reply.json"), JSON.stringify([]));
    const played = await cli.run(["scenario", "simulate", graph, "--events", "reply.json"]);
    expect(played).toMatchObject({ code: 0, out: expect.stringContaining("Good morning") });

    expect((await cli.run(["scenario", "check", "graphs"])).code).toBe(0);
    expect((await cli.run(["scenario", "check", "graphs", "--strict"])).code).toBe(1);
    await writeFile(graph, text.replace('"target": "hello"', '"target": "nobody"'));
    expect((await cli.run(["scenario", "check", "graphs"])).code).toBe(1);
  });

  it("are not pushed over a change of somebody else", async () => {
    const [mine] = await readdir(file("graphs"));
    const path = join("graphs", mine ?? "");
    await cli.run(["scenario", "pull", mine?.split("-")[0] ?? "", "--dir", "graphs"]);
    await cli.run(["scenario", "pull", mine?.split("-")[0] ?? "", "--dir", "theirs"]);
    const [name] = await readdir(file("theirs"));
    const theirs = file(join("theirs", name ?? ""));
    await writeFile(theirs, (await readFile(theirs, "utf8")).replace("Hello", "Hi"));
    expect((await cli.run(["scenario", "push", "theirs"])).code).toBe(0);
    await writeFile(file(path), (await readFile(file(path), "utf8")).replace("Hello", "Hey"));
    const refused = await cli.run(["scenario", "push", path]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("has changed since") });
    expect((await cli.run(["scenario", "push", path, "--force"])).code).toBe(0);
  });
});

describe("events", () => {
  it("are shown as they happen, until Ctrl-C", async () => {
    const before = await createTag({ client, body: { label: "Before" } });
    const begun = cli.run(["tail", "--after", "0", "--type", "tag.*"], {
      stopWhen: /tag\.deleted/,
    });
    await deleteTag({ client, path: { tag: before.data.id } });
    const { code, out } = await begun;
    expect(code).toBe(0);
    expect(out).toContain(`tag_id ${before.data.id}`);
    const lines = await cli.run(["tail", "--after", "0", "--once", "--json", "--type", "tag.*"]);
    expect(JSON.parse(lines.out.trim())).toMatchObject({ type: "tag.deleted" });
  });

  it("are forwarded like webhooks, again if they are refused", async () => {
    const got: { body: string; headers: Record<string, string | string[] | undefined> }[] = [];
    const server = createServer(async (request, response) => {
      got.push({ body: await text(request), headers: request.headers });
      response.writeHead(got.length === 1 ? 500 : 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
    const options = ["--type", "tag.*", "--after", "0", "--once", "--secret-file", "secret"];
    const { code, out } = await cli.run(["listen", "--forward", url, ...options]);
    server.close();
    expect(code).toBe(0);
    expect(out).toMatch(/^500 {2}tag\.deleted[\s\S]*^204 {2}tag\.deleted/m);
    expect((await stat(file("secret"))).mode & 0o777).toBe(0o600);
    const secret = (await readFile(file("secret"), "utf8")).trim();
    for (const { body, headers } of got)
      expect((await verifyWebhook(body, headers, secret)).type).toBe("tag.deleted");
    expect(got.length).toBe(2);
  });
});

describe("sources and bookings", () => {
  it("are sent to, listed, mended and replayed", async () => {
    const verification = { scheme: "standard_webhooks" as const };
    const mapping = [{ to: "email" as const, from: ["mail"] }];
    const body = { kind: "webhook" as const, name: "Landing page", verification, mapping };
    const { id, secret } = (await createSource({ client, body })).data;
    await writeFile(file("source-secret"), `${secret}\n`);
    await writeFile(file("body.json"), '{"email":"nina.cli@example.com","name":"Nina"}');
    const send = ["sources", "send", String(id), "body.json"];
    expect(await cli.run(send)).toMatchObject({ code: 2, err: expect.stringContaining("secret") });
    await writeFile(file("wrong-secret"), "another");
    const refused = await cli.run([...send, "--secret-file", "wrong-secret"]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("(401)") });
    const sent = await cli.run([...send, "--secret-file", "source-secret"]);
    expect(sent).toMatchObject({ code: 0, out: "Received: 1 item. Came before: 0.\n" });
    const deliveries = async () => (await json("sources", "deliveries", String(id))).body;
    const statuses = async () => (await deliveries()).map((one: { status: string }) => one.status);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(["invalid"]);
    const shown = await cli.run(["sources", "deliveries", String(id), "1"]);
    expect(JSON.parse(shown.out).body).toEqual({ email: "nina.cli@example.com", name: "Nina" });
    const byName = { to: "first_name" as const, from: ["name"] };
    const mended = { ...body, mapping: [{ to: "email" as const, from: ["email"] }, byName] };
    await replaceSource({ client, path: { source: id }, body: mended });
    const replay = ["sources", "replay", String(id)];
    expect((await cli.run(replay)).code).toBe(2);
    expect((await cli.run([...replay, "--status", "invalid"])).out).toContain("seconds: 1.");
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(["created"]);
    expect((await cli.run(["sources", "list"])).out).toMatch(/Landing page {2}on .*\/in\//);
    const [{ lead_id }] = await deliveries();
    await createBooking({ client, body: { lead_id, starts_at: "2027-01-05T09:00:00Z" } });
    const listed = await cli.run(["bookings", "list", "--lead", String(lead_id)]);
    expect(listed.out).toMatch(/2027-01-05T09:00:00\.000Z +booked/);
    expect((await cli.run(["bookings", "list", "--state", "held"])).err).toBe("There are none.\n");
  });
});

describe("the rest", () => {
  it("draws the clicks of a link", async () => {
    const body = { destination_url: "https://example.com/", label: "Brochure" };
    const { data } = await createShortLink({ client, body });
    const drawn = await cli.run(["links", "stats", String(data.id)]);
    expect(drawn).toMatchObject({ code: 0, out: expect.stringContaining("Brochure: 0 clicks") });
    expect(drawn.out).not.toContain("█");
    const headers = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" };
    await fetch(data.template_variable_url, { headers, redirect: "manual" });
    const draw = async () => (await cli.run(["links", "stats", String(data.id)])).out;
    const isCounted = (clicks: "base_clicks_count" | "clicks_count") =>
      expect
        .poll(async () => {
          const stats = await getLinkStats({ client, path: { shortLink: data.id } });
          return stats.data.totals[clicks];
        })
        .toBe(1);
    await isCounted("base_clicks_count");
    expect(await draw()).toMatch(/^Brochure: 1 click\n[\s\S]*^[\d-]{10} {2}█+ 1$/m);
    expect((await json("links", "stats", String(data.id))).body.totals.base_clicks_count).toBe(1);
    const visitor = await createLead({ client, body: { first_name: "Ana" } });
    const send = await createLinkSend({
      client,
      path: { shortLink: data.id },
      body: { lead_id: visitor.data.id },
    });
    await fetch(send.data.url ?? "", { headers, redirect: "manual" });
    await isCounted("clicks_count");
    expect(await draw()).toMatch(/1 recipient clicked\nmobile 1\n\w+ 1\n/);
  });

  it("saves a workspace, and restores its leads and tags into an empty one", async () => {
    const body = { first_name: "Sofia", ext_id: "restored-1", variables: { city: "Lille" } };
    await createLead({ client, body });
    expect((await cli.run(["backup", "saved"])).code).toBe(0);
    expect(await readdir(file("saved"))).toContain("manifest.json");
    const full = await cli.run(["restore", "saved"]);
    expect(full).toMatchObject({ code: 1, err: expect.stringContaining("has leads already") });
    const other = await newWorkspace();
    const restored = await cli.run(["restore", "saved"], as(other));
    expect(restored.code, restored.err).toBe(0);
    const again = await cli.run(["leads", "export", "--format", "ndjson"], as(other));
    const leads = again.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(leads.map((lead) => lead.first_name).toSorted()).toEqual([
      "Ana",
      "Maud",
      "Nina",
      "Out",
      "Piped",
      "Sofia",
      "Zoé",
    ]);
    await writeFile(file("saved/leads-1.ndjson"), "{}\n");
    const damaged = await cli.run(["restore", "saved"], as(await newWorkspace()));
    expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining("not as it was saved") });
  });

  it("checks a workspace, its receivers, and the deployment for its operator", async () => {
    const server = createServer((_, response) => void response.writeHead(204).end());
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const endpoint = (url: string) =>
      createWebhookEndpoint({ client, body: { url, event_types: ["tag.deleted"] } });
    const { data: taking } = await endpoint(`http://localhost:${port}/`);
    const well = await json("doctor");
    expect(well.body[0]).toMatchObject({ check: "service", result: "ok" });
    expect(well.body).toContainEqual({
      ...{ check: `endpoint ${taking.id}`, result: "ok" },
      detail: expect.stringContaining("takes events"),
    });
    expect(well.code).toBe(0);
    const { data: absent } = await endpoint("http://localhost:9/");
    const ill = await cli.run(["doctor"]);
    server.close();
    expect(ill).toMatchObject({ code: 1, err: "1 problem.\n" });
    expect(ill.out).toMatch(new RegExp(`^problem +endpoint ${absent.id}: .* refuses events`, "m"));
    expect((await cli.run(["doctor", "--no-test-events"])).code).toBe(0);
    const { code, out } = await cli.run(["doctor"], as(OPERATOR_TOKEN));
    // Nothing fires the crons of this service: what the demo has to do may be overdue.
    expect([0, 1]).toContain(code);
    expect(out).toMatch(/database \w+: answers in[\s\S]*^(ok|problem) +crons: /m);
    expect(out).toMatch(/^ok +secrets/m);
    const signed = ["login", "--url", origin(), "--profile", "operator"];
    const { out: said } = await cli.run(signed, { input: OPERATOR_TOKEN });
    expect(said).toContain("Signed in to The operator plane");
  });

  it.skipIf(!has("zsh"))("completes commands in zsh, where there is one", async () => {
    const { out } = await cli.run(["completion", "zsh"]);
    const typed = ["scenario pu", "--profile x leads i", "leads import --mode up"];
    const completed = typed.map(
      (line) => `words=(lead-engagement ${line}); CURRENT=$#words; $_comps[lead-engagement]`,
    );
    const script = [out, "compadd() { print -- $found }", ...completed].join("\n");
    const { stdout } = await promisify(execFile)("zsh", ["-f", "-c", script], {
      env: { ...process.env, HOME: cli.home },
    });
    expect(stdout.trim().split("\n")).toEqual([
      "pull push diff check simulate --help",
      "import export --help",
      "create update upsert",
    ]);
  });

  it.skipIf(!has("fish"))("completes commands in fish, where there is one", async () => {
    const { out } = await cli.run(["completion", "fish"]);
    const typed = ["scenario pu", "leads import ex", "leads import --m", "leads import --mode up"];
    const completed = typed.map((line) => `echo (complete -C "lead-engagement ${line}")`);
    const script = [out, ...completed].join("\n");
    const { stdout } = await promisify(execFile)("fish", ["--no-config", "-c", script], {
      cwd: cli.home,
      env: { ...process.env, HOME: cli.home },
    });
    expect(stdout.trim().split("\n")).toEqual(["pull push", "", "--map --mode", "update upsert"]);
  });

  it("completes commands in bash, and has scripts for zsh and fish", async () => {
    const { out } = await cli.run(["completion", "bash"]);
    const typed = [
      ["scenario", "pu"],
      ["--profile", "x", "leads", ""],
      ["leads", "import", "--mode", "up"],
    ];
    const completed = typed.map(
      (words) => `COMP_WORDS=(lead-engagement ${words.map((word) => `'${word}'`).join(" ")})
        COMP_CWORD=${words.length}; _lead_engagement; echo "\${COMPREPLY[@]}"`,
    );
    const { stdout } = await promisify(execFile)("bash", ["-c", [out, ...completed].join("\n")]);
    expect(stdout.trim().split("\n")).toEqual([
      "pull push",
      "import export --help",
      "update upsert",
    ]);
    expect((await cli.run(["completion", "zsh"])).out).toMatch(/^#compdef lead-engagement/);
    expect((await cli.run(["completion", "fish"])).out).toContain("complete -c lead-engagement");
    expect((await cli.run(["completion", "tcsh"])).code).toBe(2);
  });
});
