import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { namesIn, withNames, withoutNames } from "#cli/scenario-names";
import {
  type Client,
  createChannel,
  createClient,
  createLead,
  createScenario,
  createShortLink,
  createSource,
  createTag,
  createWorkspace,
  deleteScenario,
  each,
  getScenario,
  listScenarios,
  listScenarioVersions,
  replaceScenario,
} from "#client";
import { installCli } from "./support/cli";

const OPERATOR_TOKEN = "dev-operator-token-0123456789abcdef";

let cli: Awaited<ReturnType<typeof installCli>>;
let staging: Client;
let prod: Client;

const origin = () => inject("origin");

async function signIn(profile: string) {
  const operator = createClient({ baseUrl: origin(), token: OPERATOR_TOKEN });
  const { token } = (await createWorkspace({ client: operator, body: { name: profile } })).data;
  const login = ["login", "--url", origin(), "--profile", profile];
  expect((await cli.run(login, { input: token })).code).toBe(0);
  return createClient({ baseUrl: origin(), token });
}

beforeAll(async () => {
  cli = await installCli();
  staging = await signIn("default");
  prod = await signIn("prod");
});

afterAll(() => cli.remove());

const file = (name: string) => join(cli.home, name);
const run = (...args: string[]) => cli.run(["scenario", ...args]);
const toProd = (...args: string[]) => run(...args, "--profile", "prod");
const save = (name: string, content: object) =>
  writeFile(file(name), JSON.stringify(content, null, 2));
const read = async (name: string) => JSON.parse(await readFile(file(name), "utf8"));

async function scenariosOf(client: Client) {
  const found = [];
  for await (const one of each(listScenarios, { client })) found.push(one);
  return found;
}
const versionsOf = async (client: Client, scenario: number) =>
  (await listScenarioVersions({ client, path: { scenario } })).data.length;

const graph = (...nodes: object[]) => ({
  platform: "whatsapp",
  nodes: [{ id: "start", type: "start" }, ...nodes],
  edges: [{ source: "start", target: "one" }],
});
const hello = (text: string) => ({ id: "one", type: "message", data: { text } });

describe("scenarios as files", () => {
  it("are none in a workspace without any", async () => {
    const { code, out, err } = await run("pull", "--all", "--json");
    expect([code, JSON.parse(out), err]).toEqual([0, { saved: [] }, ""]);
    expect(await run("pull", "--all")).toMatchObject({
      code: 0,
      err: expect.stringMatching(/has no scenarios/),
    });
    expect((await run("pull")).code).toBe(2);
  });

  it("are checked, compared and simulated before a push, though others are wrong", async () => {
    await mkdir(file("new"));
    await save("new/a.json", { name: "New", ...graph(hello("Good morning")) });
    await writeFile(file("new/b.json"), "{");
    await save("new/c.json", {
      name: "Starts the new one",
      ...graph({ id: "one", type: "start_scenario", data: { scenario_id: { $scenario: "New" } } }),
    });
    const checked = await run("check", "new");
    expect(checked).toMatchObject({
      code: 1,
      err: expect.stringMatching(/b\.json is no scenario/),
    });
    expect(checked.out.match(/^new\/\w\.json: runs$/gm)).toHaveLength(2);
    expect(checked.out).not.toContain("invalid");
    const compared = await run("diff", "new");
    expect(compared).toMatchObject({
      code: 1,
      err: expect.stringMatching(/b\.json is no scenario/),
    });
    expect(compared.out).toMatch(/^\+ .*Good morning/m);
    const simulated = await run("simulate", "new/a.json");
    expect(simulated).toMatchObject({ code: 0, out: expect.stringContaining("Good morning") });
    const triggers = [{ id: "guide", type: "keyword", data: { words: ["GUIDE"] } }];
    await save("guide.json", { name: "Guide", ...graph(hello("Here it is")), triggers });
    for (const [message, out] of [
      ["the guide", /trigger guide[\s\S]*Here it is/],
      ["Hello", /^Nothing starts/],
    ] as const)
      expect(await run("simulate", "guide.json", "--message", message)).toMatchObject({
        ...{ code: 0, out: expect.stringMatching(out) },
      });
    expect((await run("check", "guide.json", "--strict")).code).toBe(0);
    const faulty = [{ id: "guide", type: "keyword", data: {} }];
    await save("guide.json", { name: "Guide", ...graph(hello("Here it is")), triggers: faulty });
    expect((await run("check", "guide.json")).out).toMatch(/^ {2}guide: One of words/m);
    await rm(file("guide.json"));
    expect(await scenariosOf(staging)).toEqual([]);
    expect((await run("push", "new")).code).toBe(1);
    expect(await scenariosOf(staging)).toEqual([]);
    await rm(file("new/b.json"));
    // A push has died when it had made what others start.
    const begun = { name: "New", platform: "whatsapp" } as const;
    const { data: empty } = await createScenario({ client: staging, body: begun });
    const { code, out } = await run("push", "new");
    expect([code, out.match(/scenario \d+ (created|replaced)/g)]).toEqual([
      0,
      [expect.stringContaining("replaced"), expect.stringContaining("created")],
    ]);
    expect(out).toContain(`new/a.json: scenario ${empty.id} replaced`);
    expect((await run("diff", "new")).code).toBe(0);
    await save("new/d.json", { name: "Last", ...graph(hello("Bye")) });
    const text = { scenario_id: { $scenario: "Last" } };
    const node = { id: "one", type: "start_scenario", data: text };
    await save("new/e.json", { name: "Starts the last one", ...graph(node) });
    expect((await run("push", "new")).code).toBe(0);
    expect((await read("new/d.json")).etag).toBe('"2"');
    expect((await run("push", "new")).out.match(/unchanged/g)).toHaveLength(4);
  });

  it("make no version where nothing has changed, also if the last push died half-way", async () => {
    const text = { name: "Steady", ...graph(hello("Hi")) };
    await save("steady.json", text);
    await run("push", "steady.json");
    const { id } = await read("steady.json");
    const again = await run("push", "steady.json");
    expect([again.code, again.out]).toEqual([0, `steady.json: scenario ${id} unchanged\n`]);
    // It was created, and the file does not know it.
    await save("steady.json", text);
    expect((await run("push", "steady.json")).out).toContain(`scenario ${id} unchanged`);
    expect(await read("steady.json")).toMatchObject({ id, etag: '"1"' });
    expect(await versionsOf(staging, id)).toBe(1);
    // It was replaced, and the file does not know the version.
    const body = { ...text, nodes: graph(hello("Hello")).nodes } as never;
    await replaceScenario({ client: staging, path: { scenario: id }, body });
    await save("steady.json", { ...(await read("steady.json")), ...(body as object) });
    expect((await run("push", "steady.json")).out).toContain("unchanged");
    expect(await read("steady.json")).toMatchObject({ id, etag: '"2"' });
    expect(await versionsOf(staging, id)).toBe(2);
  });

  it("hold triggers, and keep those that they do not name", async () => {
    const trigger = { id: "any", type: "any_message", data: { types: ["text"] }, note: "é" };
    const text = { name: "Started", ...graph(hello("Hi")) };
    await save("started.json", { ...text, triggers: [trigger] });
    await run("push", "started.json");
    const { id } = await read("started.json");
    const saved = async () =>
      (await getScenario({ client: staging, path: { scenario: id } })).data.triggers;
    const before = JSON.stringify(await saved());
    expect((await run("diff", "started.json")).code).toBe(0);
    expect((await run("push", "started.json")).out).toContain("unchanged");
    const { triggers, ...without } = await read("started.json");
    expect(JSON.stringify(triggers)).toBe(before);
    await save("started.json", { ...without, ...graph(hello("Hello")) });
    expect((await run("diff", "started.json")).out).not.toContain("any_message");
    expect((await run("push", "started.json")).out).toContain("replaced");
    expect(JSON.stringify(await saved())).toBe(before);
    await mkdir(file("pulled"));
    await run("pull", `${id}`, "-d", "pulled");
    const [pulled] = await readdir(file("pulled"));
    expect(JSON.stringify((await read(`pulled/${pulled}`)).triggers)).toBe(before);
    await save("started.json", { ...(await read("started.json")), triggers: [] });
    expect((await run("diff", "started.json")).out).toMatch(/^- .*any_message/m);
    await run("push", "started.json");
    expect(await saved()).toEqual([]);
  });

  it("have triggers that are listed, and say why nothing started", async () => {
    const trigger = { id: "guide", type: "keyword", data: { words: ["GUIDE"] } };
    const input = {
      ...{ name: "Why", platform: "whatsapp" as const },
      nodes: [{ id: "hello", type: "message" as const, data: { text: "Here" } }],
      ...{ triggers: [trigger], is_active: true },
    };
    const { id } = (await createScenario({ client: staging, body: input })).data;
    const lead = (await createLead({ client: staging, body: { first_name: "Ana" } })).data.id;
    const channel = { platform: "whatsapp", name: "Channel" } as const;
    await createChannel({ client: staging, body: channel });
    const ask = (...args: string[]) => cli.run(["trigger", ...args]);
    const listed = await ask("list", "--scenario", `${id}`, "--on");
    expect(listed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Why +guide +keyword +on/),
    });
    for (const [args, out] of [
      [["--message", "the guide"], "Why, guide (keyword): The trigger would start a run."],
      [["--message", "Hello"], "Nothing starts now.\nWhy, guide (keyword): The trigger finds none"],
      [[], "Nothing starts now."],
    ] as const) {
      const answer = await ask("explain", "--lead", `${lead}`, ...args);
      expect(answer).toMatchObject({ code: 0, out: expect.stringContaining(out) });
    }
    const none = await ask("explain", "--comment-id", "999999999");
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("comment_id") });
    expect((await ask("explain", "--message", "Hello")).code).toBe(2);
    expect(await ask("explain")).toMatchObject({ code: 2, err: expect.stringContaining("--lead") });
    await deleteScenario({ client: staging, path: { scenario: id } });
  });

  it("replace no scenario of the same name that they were not made from", async () => {
    const body = { name: "Mine", ...graph(hello("Mine")) } as never;
    const { data } = await createScenario({ client: staging, body });
    await save("mine.json", { name: "Mine", ...graph(hello("Other")) });
    expect(await run("push", "mine.json")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/another scenario/),
    });
    expect(await versionsOf(staging, data.id)).toBe(1);
    expect((await run("push", "mine.json", "--force")).out).toContain(`${data.id} replaced`);
  });

  it("are created once by two pushes at once", async () => {
    await save("once-1.json", { name: "Once", ...graph(hello("Hi")) });
    await save("once-2.json", { name: "Once", ...graph(hello("Hi")) });
    const ended = await Promise.all([run("push", "once-1.json"), run("push", "once-2.json")]);
    const codes = ended.map(({ code }) => code);
    expect(codes).toContain(0);
    const named = (await scenariosOf(staging)).filter(({ name }) => name === "Once");
    expect(named).toHaveLength(1);
    for (const name of ["once-1.json", "once-2.json"])
      expect((await run("push", name)).out).toContain(`scenario ${named[0]?.id} unchanged`);
    await mkdir(file("twice"));
    for (const name of ["a", "b"]) await save(`twice/${name}.json`, await read("once-1.json"));
    expect(await run("push", "twice")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/same scenario as/),
    });
  });
});

describe("scenarios of another workspace", () => {
  const data = async (client: Client, name: string) => {
    const found = (await scenariosOf(client)).find((one) => one.name === name);
    return found && (await getScenario({ client, path: { scenario: found.id } })).data;
  };
  const things = async (client: Client) => {
    const destination_url = "https://example.com/";
    const body = { destination_url, label: "Brochure" };
    return {
      tag: (await createTag({ client, body: { label: "VIP {gold}" } })).data,
      link: (await createShortLink({ client, body })).data,
      calls: (await createSource({ client, body: { kind: "calendly", name: "Calls" } })).data,
    };
  };

  it("get them by names, and nothing while any of them is missing", async () => {
    const { tag, link, calls } = await things(staging);
    const onboarding = await createScenario({
      client: staging,
      body: { name: "Onboarding", platform: "whatsapp" },
    });
    const own = graph(
      hello(`Read ${link.template_variable_url}, and {{$link:me}}`),
      { id: "tag", type: "add_tag", data: { tag_ids: [tag.id] } },
      { id: "next", type: "start_scenario", data: { scenario_id: onboarding.data.id } },
      {
        id: "call",
        type: "webhook",
        data: { url: "https://example.com/", body: { $tag: "VIP {gold}" } },
      },
    );
    const triggers = [
      { id: "vip", type: "tag_added", data: { tag_ids: [tag.id] } },
      { id: "call", type: "booking", data: { states: ["booked"], source_ids: [calls.id] } },
    ];
    const body = { name: "Welcome", ...own, triggers, tracked_tag_ids: [tag.id] } as never;
    const made = await createScenario({ client: staging, body });
    const pulled = await run("pull", String(made.data.id), "--dir", "shared", "--json");
    const [path] = JSON.parse(pulled.out).saved;
    const named = await read(path);
    expect(named).toMatchObject({ tracked_tag_ids: [{ $tag: "VIP {gold}" }] });
    expect(named.nodes.map((node: { data?: object }) => node.data)).toEqual([
      undefined,
      { text: "Read {{$link:Brochure}}, and {{$$link:me}}" },
      { tag_ids: [{ $tag: "VIP {gold}" }] },
      { scenario_id: { $scenario: "Onboarding" } },
      { url: "https://example.com/", body: { $$tag: "VIP {gold}" } },
    ]);
    expect(named.triggers.map((trigger: { data: object }) => trigger.data)).toEqual([
      { tag_ids: [{ $tag: "VIP {gold}" }] },
      { states: ["booked"], source_ids: [{ $source: "Calls" }] },
    ]);
    expect((await run("diff", path)).code).toBe(0);
    expect((await run("push", path)).out).toContain("unchanged");

    const missing = await toProd("push", path);
    expect([missing.code, missing.err.match(/has no .*”/g)]).toEqual([
      1,
      [
        ...["has no short link “Brochure”", "has no tag “VIP {gold}”"],
        ...["has no scenario “Onboarding”", "has no source “Calls”"],
      ],
    ]);
    expect(await toProd("check", path)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/has no tag “VIP {gold}”/),
    });
    expect(await scenariosOf(prod)).toEqual([]);

    const theirs = await things(prod);
    await run("pull", String(onboarding.data.id), "--dir", "shared");
    const text = await readFile(file(path), "utf8");
    expect((await toProd("push", "shared")).out.match(/created/g)).toHaveLength(1);
    const pushed = await data(prod, "Welcome");
    const started = await data(prod, "Onboarding");
    expect(pushed).toMatchObject({ tracked_tag_ids: [theirs.tag.id] });
    expect(pushed?.nodes.slice(1).map((node) => node.data)).toEqual([
      { text: `Read ${theirs.link.template_variable_url}, and {{$link:me}}` },
      { tag_ids: [theirs.tag.id] },
      { scenario_id: started?.id },
      { url: "https://example.com/", body: { $tag: "VIP {gold}" } },
    ]);
    expect(pushed?.triggers).toMatchObject([
      { data: { tag_ids: [theirs.tag.id] } },
      { data: { source_ids: [theirs.calls.id] } },
    ]);
    expect(await readFile(file(path), "utf8")).toBe(text);
    expect((await toProd("diff", "shared")).code).toBe(0);
    expect((await toProd("push", "shared")).out.match(/unchanged/g)).toHaveLength(2);
    expect(await versionsOf(prod, pushed?.id ?? 0)).toBe(1);
    await writeFile(file(path), text.replace("Read", "Open"));
    expect((await toProd("push", path)).out).toContain(`${pushed?.id} replaced`);

    await createScenario({ client: prod, body: { name: "Onboarding", platform: "instagram" } });
    expect(await toProd("push", path)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/More than one scenario/),
    });
    await createScenario({ client: prod, body: { name: "Welcome", platform: "whatsapp" } });
    expect(await toProd("push", path)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/2 scenarios are called/),
    });
  });

  it("take no ids that mean something else there", async () => {
    const tag = (await createTag({ client: staging, body: { label: "Old" } })).data.id;
    const nodes = { id: "one", type: "add_tag", data: { tag_ids: [tag] } };
    const body = { name: "By id", ...graph(nodes) } as never;
    const { id } = (await createScenario({ client: staging, body })).data;
    // A file as they were before: with ids, and without the workspace.
    const old = { ...(body as object), id, etag: '"1"' };
    await save("old.json", old);
    expect((await run("diff", "old.json")).code).toBe(0);
    expect((await run("push", "old.json")).out).toContain("unchanged");
    expect(await read("old.json")).toMatchObject({ workspace: expect.stringContaining("/") });
    expect(await toProd("push", "old.json")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`tag ${tag} is of another workspace`),
    });
    await save("old.json", old);
    expect(await toProd("push", "old.json")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`has no scenario ${id}`),
    });
    expect(await data(prod, "By id")).toBeUndefined();
    expect(await readdir(cli.home)).toContain("old.json");
  });
});

describe("names in a file", () => {
  it("stand for ids at their places only, and come back as what they were", () => {
    const nodes = [{ id: "a", data: { tags: [3, 4], body: [{ $tag: "x" }, { $$link: "y" }] } }];
    const references = [{ node_id: "a", path: "data.tags.0", kind: "tag" as const, ref: 3 }];
    const file = withNames(nodes, "node_id", references, () => ({ kind: "tag", name: "VIP" }));
    const body = [{ $$tag: "x" }, { $$$link: "y" }];
    expect(file).toEqual([{ id: "a", data: { tags: [{ $tag: "VIP" }, 4], body } }]);
    expect(namesIn(file)).toEqual([{ kind: "tag", name: "VIP" }]);
    expect(withoutNames(file, () => ({ id: 3 }))).toEqual(nodes);
    const split = { text: "Read {{$link:Our\u2028{{$link:Two\r\nlines}}" };
    expect(namesIn(split)).toEqual([{ kind: "link", name: "Two\r\nlines" }]);
    expect(namesIn({ $tag: 3, $link: { $tag: "in" }, two: { $tag: "a", $link: "b" } })).toEqual([
      { kind: "tag", name: "in" },
    ]);
  });
});
