import type { Command } from "commander";
import {
  ApiError,
  type Client,
  each,
  getHealth,
  getUsage,
  listChannels,
  listWebhookEndpoints,
  me,
} from "../../client/index";
import { CliError, exitCodes } from "../errors";
import { plain, print, printJson, styled } from "../output";
import { openSession } from "../session";

const MAX_SKEW_MS = 60_000;
const SLOW_MS = 1_000;
const MAX_OVERDUE_SECONDS = 300;

type Result = "ok" | "warning" | "problem";
type Check = { check: string; result: Result; detail: string };

const ok = (check: string, detail: string): Check => ({ check, result: "ok", detail });
const warning = (check: string, detail: string): Check => ({ check, result: "warning", detail });
const problem = (check: string, detail: string): Check => ({ check, result: "problem", detail });

/** Whether the service answers at all, how fast, and whether its clock is this machine's. */
async function checkService(url: string): Promise<Check[]> {
  const start = performance.now();
  const response = await fetch(new URL("/healthz", url));
  const ms = Math.round(performance.now() - start);
  const date = Date.parse(response.headers.get("Date") ?? "");
  const skew = Number.isNaN(date) ? 0 : Math.abs(Date.now() - date);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
  return [
    response.ok
      ? (ms > SLOW_MS ? warning : ok)("service", `answers in ${ms} ms`)
      : problem("service", `answers ${response.status}: read its log`),
    url.startsWith("https:") || isLocal
      ? ok("connection", isLocal ? "on this machine" : "encrypted")
      : problem("connection", "is not encrypted: use https"),
    skew > MAX_SKEW_MS
      ? problem("clock", `differs by ${Math.round(skew / 1000)} s: webhooks will be refused`)
      : ok("clock", "agrees with the service's"),
  ];
}

async function checkChannels(client: Client): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const { id, name, status, stop_reason: reason } of each(listChannels, { client }))
    checks.push(
      status === "active"
        ? ok(`channel ${id}`, plain(name))
        : problem(`channel ${id}`, `${plain(name)} is ${status}: ${reason}. Replace its settings`),
    );
  return checks.length > 0 ? checks : [warning("channels", "there is none: nothing can be sent")];
}

async function checkEndpoints(client: Client): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const endpoint of each(listWebhookEndpoints, { client })) {
    const name = `endpoint ${endpoint.id}`;
    const where = plain(new URL(endpoint.url).host);
    if (endpoint.status === "disabled")
      checks.push(problem(name, `${where} is disabled: ${endpoint.disabled_reason}`));
    else if (endpoint.failing_since)
      checks.push(warning(name, `${where} has failed since ${endpoint.failing_since}`));
    else checks.push(ok(name, where));
  }
  return checks;
}

async function checkQuotas(client: Client): Promise<Check[]> {
  const { data } = await getUsage({ client });
  const { leads } = data.stored;
  const most = data.quotas.leads;
  const isNear = leads > most * 0.9;
  return [(isNear ? warning : ok)("leads", `${leads} of ${most}`)];
}

/** What the operator sees of the whole deployment. */
async function checkDeployment(client: Client): Promise<Check[]> {
  const { data } = await getHealth({ client });
  const databases = data.databases.map(({ name, is_reachable: isReachable, latency_ms: ms }) =>
    isReachable
      ? ok(`database ${name}`, `answers in ${ms} ms`)
      : problem(`database ${name}`, "can't be reached"),
  );
  const overdue = Object.entries(data.overdue).map(([what, seconds]) =>
    (seconds ?? 0) > MAX_OVERDUE_SECONDS
      ? problem(what, `overdue by ${seconds} s: are the crons alive?`)
      : ok(what, "up to date"),
  );
  const counted = [
    ["stopped channels", data.stopped_channels],
    ["disabled endpoints", data.disabled_endpoints],
  ] as const;
  return [
    ...databases,
    ...overdue,
    ...counted.map(([what, count]) => (count > 0 ? warning : ok)(what, String(count))),
    ...data.unrouted_webhooks.map(({ channel_id: id }) =>
      problem(`channel ${id}`, "gets webhooks of accounts that no channel has"),
    ),
  ];
}

/** The checks that the token may make. */
async function allowed(make: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}

async function checkAll(client: Client, url: string): Promise<Check[]> {
  const service = await checkService(url);
  const isOperator = await me({ client }).then(
    () => false,
    (error) => {
      if (error instanceof ApiError && error.status === 401) return true;
      throw error;
    },
  );
  if (isOperator) return [...service, ...(await checkDeployment(client))];
  const checks = [checkChannels, checkEndpoints, checkQuotas];
  const made = await Promise.all(checks.map((check) => allowed(() => check(client))));
  return [...service, ok("token", "is valid"), ...made.flat()];
}

const STYLES = { ok: "green", warning: "yellow", problem: "red" } as const;

export function addDoctorCommand(program: Command) {
  program
    .command("doctor")
    .description("check the deployment with the operator's token, or a workspace with its own")
    .action(async (_: object, command: Command) => {
      const { client, url, json } = await openSession(command);
      const checks = await checkAll(client, url);
      if (json) printJson(checks);
      else
        for (const { check, result, detail } of checks)
          print(`${styled(STYLES[result], result.padEnd(7))}  ${check}: ${detail}`);
      const problems = checks.filter(({ result }) => result === "problem").length;
      if (problems > 0) throw new CliError(`${problems} problems.`, exitCodes.failed);
    });
}
