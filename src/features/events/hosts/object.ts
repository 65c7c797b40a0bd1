import { DurableObject } from "cloudflare:workers";
import type { Grant, Holder } from "#domain/host-grants";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { grantOf, isProved, type Known, lanesTo, lastHour, type Other } from "./grant";

/** The longest that a sender needs for a grant, and that one that waits may keep its place. */
const GRANT_MS = MINUTE_MS;

/** The most hosts that an object knows. */
const MAX_HOSTS = 2_000;

type Asked = { host: string; holder: Holder; wanted: number };
type HostRow = { proved_at: number | null; sent_at: string };

const NEW: Known = { provedAt: null, sentAt: [] };

/**
 * Has the webhook endpoints and gateways of one workspace take turns at the hosts that they send
 * to, and remembers which hosts have lately taken a request. It knows names of hosts and ids of
 * senders.
 */
export class HostPacer extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#createTables();
  }

  #createTables() {
    this.ctx.storage.sql.exec(`
      create table if not exists hosts (
        host text primary key, proved_at integer, sent_at text, used_at integer);
      create table if not exists turns (
        holder text primary key, host text, lanes integer, since integer, until integer);
      create index if not exists turns_host on turns (host)`);
  }

  /** Gives a sender its grant at a host, or a place among those that wait for one. */
  take(workspaceId: number, { host, holder, wanted }: Asked): Grant {
    const now = Date.now();
    const { sql, kv } = this.ctx.storage;
    if (kv.get("workspaceId") !== workspaceId) kv.put("workspaceId", workspaceId);
    sql.exec("delete from turns where until <= ?", now);
    const name = JSON.stringify(holder);
    const [mine] = sql
      .exec<Other>("select lanes, since from turns where holder = ? and host = ?", name, host)
      .toArray();
    const others = sql
      .exec<Other>("select lanes, since from turns where host = ? and holder <> ?", host, name)
      .toArray();
    const known = this.#known(host);
    if (!known && !this.#makeRoom(now)) return { lanes: 0, most: 0, at: now + HOUR_MS };
    const since = mine?.since ?? now;
    const grant = grantOf(known ?? NEW, others, { wanted, since }, now);
    sql.exec(
      "insert or replace into turns (holder, host, lanes, since, until) values (?, ?, ?, ?, ?)",
      ...[name, host, grant.lanes, since, now + GRANT_MS],
    );
    if (grant.lanes > 0) this.#count(host, known ?? NEW, now);
    return grant;
  }

  /** Ends a sender's grant, or its wait for one, and wakes those that wait for it. */
  end(holder: Holder, hasAnswered: boolean) {
    const now = Date.now();
    const [grant] = this.ctx.storage.sql
      .exec<{ host: string }>(
        "delete from turns where holder = ? returning host",
        JSON.stringify(holder),
      )
      .toArray();
    if (!grant) return;
    if (hasAnswered) this.#prove(grant.host, now);
    this.#wakeNext(grant.host);
  }

  /** Forgets its workspace, which is deleted next. */
  async clear() {
    await this.ctx.storage.deleteAll();
    this.#createTables();
  }

  #known(host: string): Known | undefined {
    const [row] = this.ctx.storage.sql
      .exec<HostRow>("select proved_at, sent_at from hosts where host = ?", host)
      .toArray();
    return row && { provedAt: row.proved_at, sentAt: JSON.parse(row.sent_at) };
  }

  #keep(host: string, { provedAt, sentAt }: Known, now: number) {
    this.ctx.storage.sql.exec(
      "insert or replace into hosts (host, proved_at, sent_at, used_at) values (?, ?, ?, ?)",
      ...[host, provedAt, JSON.stringify(sentAt), now],
    );
  }

  /** Counts a grant at a host that is not proved. */
  #count(host: string, known: Known, now: number) {
    if (isProved(known, now)) return;
    this.#keep(host, { provedAt: null, sentAt: [...lastHour(known.sentAt, now), now] }, now);
  }

  /** Notes that a host has taken a request: once an hour, since it is a row to write. */
  #prove(host: string, now: number) {
    const { provedAt } = this.#known(host) ?? NEW;
    if (provedAt === null || provedAt < now - HOUR_MS)
      this.#keep(host, { provedAt: now, sentAt: [] }, now);
  }

  /**
   * Forgets hosts where there are too many: those used longest ago, which then prove themselves
   * again. Those that have had requests in the last hour and taken none stay, so that their hour
   * can't begin again. Returns whether there is room for another host.
   */
  #makeRoom(now: number) {
    const { sql } = this.ctx.storage;
    const count = () => sql.exec<{ n: number }>("select count(*) as n from hosts").one().n;
    if (count() < MAX_HOSTS) return true;
    sql.exec(
      `delete from hosts where host in (
         select host from hosts where proved_at is not null or used_at < ?
         order by used_at limit 100)`,
      now - HOUR_MS,
    );
    return count() < MAX_HOSTS;
  }

  /** Wakes as many of the senders that wait for a host as may find a lane. */
  #wakeNext(host: string) {
    const { sql, kv } = this.ctx.storage;
    const { used } = sql
      .exec<{ used: number }>(
        "select ifnull(sum(lanes), 0) as used from turns where host = ?",
        host,
      )
      .one();
    const free = lanesTo(this.#known(host) ?? NEW, Date.now()) - used;
    const next = sql
      .exec<{ holder: string }>(
        "select holder from turns where host = ? and lanes = 0 order by since limit ?",
        ...[host, Math.max(free, 0)],
      )
      .toArray();
    const workspaceId = kv.get<number>("workspaceId") ?? 0;
    for (const { holder } of next) this.ctx.waitUntil(this.#wake(JSON.parse(holder), workspaceId));
  }

  #wake = (holder: Holder, workspaceId: number) =>
    "endpointId" in holder
      ? wake.endpoints(this.env, holder.endpointId, workspaceId)
      : wake.channels(this.env, holder.channelId, workspaceId);
}
