import type { Command } from "commander";
import { ApiError, type Client, me } from "#client";
import { checkService } from "../checks/availability";
import { type Check, ok, problem, warning } from "../checks/check";
import { checkDeployment } from "../checks/deployment";
import { checkChannels, checkEndpoints, checkQuotas } from "../checks/workspace";
import { CliError } from "../errors";
import { counted, plain, print, printJson, styled } from "../output";
import { openSession } from "../session";

type Options = { testEvents: boolean };

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

const isProblem = ({ result }: Check) => result === "problem";

/** The checks that the token may make. */
async function allowed(what: string, make: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await make();
  } catch (error) {
    if (statusOf(error) !== 403) throw error;
    return [warning(what, "not checked: the token may not")];
  }
}

/** The checks of the operator's token, which no workspace knows. */
async function checkAsOperator(client: Client): Promise<Check[]> {
  try {
    return await checkDeployment(client);
  } catch (error) {
    if (statusOf(error) === 401)
      return [problem("token", "is unknown, expired or revoked: sign in again")];
    if (statusOf(error) !== 404) throw error;
    // The operator plane is off.
    return [problem("token", "is no workspace's. The operator's needs the secret OPERATOR_TOKEN")];
  }
}

async function checkAsWorkspace(client: Client, { testEvents }: Options): Promise<Check[]> {
  const checks = {
    channels: checkChannels,
    endpoints: checkEndpoints(testEvents),
    quotas: checkQuotas,
  };
  const made = Object.entries(checks).map(([what, check]) => allowed(what, () => check(client)));
  return [ok("token", "is valid"), ...(await Promise.all(made)).flat()];
}

async function checkAll(client: Client, url: string, options: Options): Promise<Check[]> {
  const service = await checkService(url);
  if (service.some(({ check, result }) => result === "problem" && check !== "clock"))
    return service;
  try {
    await me({ client });
  } catch (error) {
    if (statusOf(error) === 401) return [...service, ...(await checkAsOperator(client))];
    if (statusOf(error) !== 403) throw error;
    return [...service, problem("token", plain((error as ApiError).message))];
  }
  return [...service, ...(await checkAsWorkspace(client, options))];
}

const STYLES = { ok: "green", warning: "yellow", problem: "red" } as const;

export function addDoctorCommand(program: Command) {
  program
    .command("doctor")
    .description("check the deployment with the operator's token, or a workspace with its own")
    .option("--no-test-events", "don't send a test event to each webhook endpoint")
    .action(async (options: Options, command: Command) => {
      const { client, url, json } = await openSession(command);
      const checks = await checkAll(client, url, options);
      if (json) printJson(checks);
      else
        for (const { check, result, detail } of checks)
          print(`${styled(STYLES[result], result.padEnd(7))}  ${check}: ${detail}`);
      const problems = checks.filter(isProblem).length;
      if (problems > 0) throw new CliError(`${counted(problems, "problem")}.`);
    });
}
