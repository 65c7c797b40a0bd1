import { beforeAll, describe, expect, it } from "vitest";
import { repairDirectory } from "#db/placement/outbox";
import { serviceOf } from "#db/scope/scope";
import { BY_SERVICE } from "#domain/actors";
import { Sink } from "#domain/wake/sink";
import type { Databases, Scope } from "#env";
import { createShortLink } from "#features/links/create";
import { replaceShortLink } from "#features/links/replace";
import { applyLinkChange } from "#features/links/slugs/apply";
import { repairClaims } from "#features/links/slugs/repair";
import { deleteShortLink } from "#features/links/store";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { directoryDb } from "../support/scope";
import { openSecond } from "../support/second-database";
import { CLOCK, type Plant, World } from "../support/slug-world";

skipEventAudit();
beforeAll(openSecond);

const shards = { DB: testEnv.DB, DB_1: testEnv.SECOND };
const SLUGS = ["a", "b", "c", "d"];
const WORKERS = 6;

type Link = { id: number; workspaceId: number };

const placeOf = (workspaceId: number) => (workspaceId % 2 === 0 ? "DB" : "DB_1");
let lastWorkspace = 1_000;

async function everywhere(text: string, ...values: unknown[]) {
  for (const database of new Set([directoryDb, ...Object.values(shards)]))
    await database
      .prepare(text)
      .bind(...values)
      .run();
}

async function newWorkspace() {
  const id = ++lastWorkspace;
  const text =
    "insert into workspaces (id, name, created_at, updated_at) values (?, 'Model', 1, 1)";
  await everywhere(text, id);
  return id;
}

/**
 * Runs workers on few slugs until `operations` have begun, and then until nothing is left to do.
 */
class Simulation {
  readonly world: World;
  readonly #faults: string[] = [];
  /** The links of acknowledged creations, and those that somebody has tried to delete. */
  readonly #acknowledged: Link[] = [];
  readonly #unwanted = new Set<number>();
  readonly #keys: { workspaceId: number; slug: string; key: string }[] = [];
  #removals: { workspaceId: number; at: number }[] = [];
  #workspaces: number[] = [];

  constructor(seed: number, plant: Plant) {
    this.world = new World(seed, placeOf, plant);
  }

  async run(operations: number) {
    const { world } = this;
    this.#workspaces = await Promise.all([1, 2, 3, 4].map(newWorkspace));
    const workers = Array.from({ length: WORKERS }, () => {
      const worker = { life: { isOver: true }, databases: undefined as unknown as Databases };
      worker.databases = world.databases(() => worker.life);
      return worker;
    });
    for (let left = operations; left > 0; ) {
      for (const worker of workers.filter(({ life }) => life.isOver)) {
        left--;
        const life = { isOver: false };
        worker.life = life;
        void this.#operate(worker.databases).finally(() => {
          life.isOver = true;
        });
      }
      await world.step();
      if (world.random.upTo(40) === 0) await this.#pass();
      if (world.random.upTo(120) === 0) await this.#deleteWorkspace();
      await this.#remove(world.now);
    }
    while (await world.step({ isCalm: true }));
    await this.#remove(Number.POSITIVE_INFINITY);
    await this.#pass();
    return [...this.#faults, ...(await this.#findFaults())];
  }

  /** Lets eleven minutes pass, in which the cron repairs. */
  async #pass() {
    this.world.now += 660_000;
    await this.#repair(this.world.databases(() => undefined));
  }

  #scope(databases: Databases, workspaceId: number, key?: string): Scope {
    const database = placeOf(workspaceId);
    const { db, ...service } = serviceOf(testEnv, "DB");
    const claim = key === undefined ? {} : { claim: { key, fingerprint: key, at: Date.now() } };
    const own = { database, databases, workspaceId, db: databases.open(database) };
    return {
      ...service,
      ...own,
      ...claim,
      defaultCountry: null,
      actor: BY_SERVICE,
      sink: new Sink(),
    };
  }

  async #operate(databases: Databases) {
    const { random } = this.world;
    const kind = random.upTo(99);
    const link = kind < 45 ? undefined : await this.#anyLink();
    const work = link
      ? this.#change(databases, link, kind)
      : kind < 92
        ? this.#create(databases, kind < 15)
        : this.#repair(databases);
    await work.catch((error) => {
      const known =
        /Network connection lost|not up to date|^(validation_failed|already_taken|conflict|unavailable|not_found)/;
      if (!known.test(`${error.message}`) && !/still running/.test(error.message))
        this.#faults.push(`${error.stack} ${error.cause}`);
    });
  }

  async #create(databases: Databases, isKeyed: boolean) {
    const { random } = this.world;
    const [workspaceId, slug] = [random.pick(this.#workspaces), random.pick(SLUGS)];
    let keyed = isKeyed ? { workspaceId, slug, key: `key-${this.#keys.length}` } : undefined;
    // Some of them repeat a request of before, which may have died.
    if (keyed && random.upTo(1) === 0) keyed = this.#keys.at(-1) ?? keyed;
    if (keyed) this.#keys.push(keyed);
    const input = { slug: keyed?.slug ?? slug, destination_url: `https://a.b/${random.upTo(1e9)}` };
    const owner = keyed?.workspaceId ?? workspaceId;
    const scope = this.#scope(databases, owner, keyed?.key);
    const { id } = await createShortLink(scope, input, () => undefined);
    this.#acknowledged.push({ id, workspaceId: owner });
  }

  async #change(databases: Databases, { id, workspaceId }: Link, kind: number) {
    const { random } = this.world;
    const scope = this.#scope(databases, workspaceId);
    const keep = () => undefined;
    if (kind >= 72) {
      this.#unwanted.add(id);
      await deleteShortLink(scope, id, keep);
      return;
    }
    const input = {
      slug: random.pick(SLUGS),
      destination_url: `https://a.b/${random.upTo(1e9)}`,
      is_active: random.upTo(1) === 0,
    };
    await replaceShortLink(scope, id, input, { keep, expected: undefined });
  }

  async #anyLink(): Promise<Link | undefined> {
    const text = `select id, workspace_id as workspaceId from short_links
                  where workspace_id in (select value from json_each(?)) order by id`;
    const own = JSON.stringify(this.#workspaces);
    const database = this.world.random.pick(Object.values(shards));
    const { results: links } = await database.prepare(text).bind(own).all<Link>();
    return links.length > 0 ? this.world.random.pick(links) : undefined;
  }

  async #repair(databases: Databases) {
    const appliers = { short_link: applyLinkChange };
    for (const name of ["DB", "DB_1"])
      await repairDirectory(databases, databases.open(name), appliers, 1_000);
    await repairClaims(databases);
  }

  async #deleteWorkspace() {
    const workspaceId = this.world.random.pick(this.#workspaces);
    const text = `insert into workspace_removals (workspace_id, name, requested_at, next_at)
                  values (?, 'Model', 1, 1)`;
    await everywhere(text, workspaceId);
    this.#workspaces = this.#workspaces.filter((id) => id !== workspaceId);
    this.#workspaces.push(await newWorkspace());
    this.#removals.push({ workspaceId, at: this.world.now + 60_000 });
  }

  async #remove(now: number) {
    const due = this.#removals.filter(({ at }) => at <= now);
    this.#removals = this.#removals.filter(({ at }) => at > now);
    for (const { workspaceId } of due)
      for (const table of ["short_links", "outbox", "slugs"])
        await everywhere(`delete from ${table} where workspace_id = ?`, workspaceId);
  }

  async #findFaults() {
    const faults: string[] = [];
    const columns = `slug_key || ' ' || destination_url || ' ' || is_active as shown`;
    const links: { id: number; shown: string; slug: string }[] = [];
    for (const database of Object.values(shards)) {
      const select = `select id, slug_key as slug, ${columns} from short_links`;
      links.push(...(await database.prepare(select).all<(typeof links)[number]>()).results);
      const left = await database.prepare("select count(*) as n from outbox").first("n");
      if (left !== 0) faults.push("changes are left");
    }
    const { results: slugs } = await directoryDb
      .prepare(`select short_link_id as id, ${columns} from slugs`)
      .all<{ id: number | null; shown: string }>();
    const shown = new Map(slugs.map((row) => [row.id, row.shown]));
    if (new Set(links.map(({ slug }) => slug)).size < links.length) faults.push("a slug twice");
    for (const link of links)
      if (!shown.has(link.id)) faults.push("a link without its slug");
      else if (shown.get(link.id) !== link.shown) faults.push("an old destination");
    for (const { id } of slugs)
      if (!links.some((link) => link.id === id)) faults.push("a slug without its link");
    for (const { id, workspaceId } of this.#acknowledged) {
      const isWanted = this.#workspaces.includes(workspaceId) && !this.#unwanted.has(id);
      if (isWanted && !links.some((link) => link.id === id)) faults.push("a lost link");
    }
    return faults;
  }
}

async function simulate(seed: number, operations: number, plant: Plant = (text) => text) {
  for (const table of ["short_links", "outbox", "slugs"]) await everywhere(`delete from ${table}`);
  await everywhere("delete from outbox");
  const simulation = new Simulation(seed, plant);
  return simulation.run(operations);
}

/** The faults found with one planted, seed after seed until the expected one is among them. */
async function faultsWith(plant: Plant, firstSeed: number, expected: string) {
  const found = new Set<string>();
  for (let seed = firstSeed; seed <= firstSeed + 30 && !found.has(expected); seed++)
    for (const fault of await simulate(seed, 80, plant)) found.add(fault);
  return [...found];
}

describe("slugs of links in two databases", () => {
  it("stay right, however requests race, sleep and die", async () => {
    expect(await simulate(1, 150)).toEqual([]);
  });

  it("would go wrong if links could be written long after their slugs were claimed", async () => {
    const late = (text: string) =>
      /into short_links|update "short_links"/.test(text) ? text.replace(CLOCK, "0") : text;
    expect(await faultsWith(late, 11, "a slug twice")).toContain("a slug twice");
  });

  it("would go wrong if each request applied its own change only", async () => {
    const own = (text: string) =>
      text.replace("row_id = ? order by seq limit", "row_id = ? order by seq desc limit 1 + 0 *");
    expect(await faultsWith(own, 3, "a slug without its link")).toContain(
      "a slug without its link",
    );
  });
});
