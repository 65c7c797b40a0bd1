import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { type Event, signWebhook } from "../../client/index";
import { CliError, exitCodes } from "../errors";
import { note, print, styled } from "../output";
import { openSession, sleep } from "../session";
import { addType, type FollowOptions, follow } from "./tail";

const TIMEOUT_MS = 15_000;
const RETRY_AFTER_MS = [1_000, 5_000];
const SECRET_FILE = ".lead-engagement-webhook-secret";

type Options = FollowOptions & { forward: string; secretFile: string };

/** The secret in a file, which is made if there is none, for its owner alone. */
async function secretIn(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => "");
  if (known.trim()) return known.trim();
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
  return secret;
}

/** Posts an event as the service would. Returns the status, or why there was none. */
async function forward(event: Event, url: string, secret: string): Promise<number | string> {
  const body = JSON.stringify(event);
  const headers = await signWebhook(body, secret, `evt_${event.id}`);
  try {
    const { status } = await fetch(url, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return status;
  } catch (error) {
    const { cause, message } = error as Error;
    return (cause as Error | undefined)?.message ?? message;
  }
}

const isTaken = (answer: number | string) => typeof answer === "number" && answer < 300;

async function deliver(event: Event, url: string, secret: string) {
  for (let attempt = 0; ; attempt++) {
    const start = performance.now();
    const answer = await forward(event, url, secret);
    const ms = Math.round(performance.now() - start);
    const shown = styled(isTaken(answer) ? "green" : "red", String(answer));
    print(`${shown}  ${event.type}  ${event.id}  ${ms} ms`);
    const wait = RETRY_AFTER_MS[attempt];
    if (isTaken(answer) || wait === undefined) return;
    await sleep(wait);
  }
}

export function addListenCommand(program: Command) {
  program
    .command("listen")
    .description("post events to an address of yours, signed like webhooks, until Ctrl-C")
    .requiredOption("--forward <url>", "where to, such as http://localhost:3000/")
    .option("--type <type>", "only of this type or kind, such as message.*", addType, [])
    .option("--after <id>", "begin after this event", Number)
    .option("--once", "end when there are no more")
    .option("--secret-file <file>", "the file of the secret that signs", SECRET_FILE)
    .action(async (options: Options, command: Command) => {
      if (!URL.canParse(options.forward))
        throw new CliError("--forward is no URL.", exitCodes.usage);
      const { client } = await openSession(command);
      const secret = await secretIn(options.secretFile);
      note(`Forwarding to ${options.forward}. Verify with the secret in ${options.secretFile}.`);
      for await (const event of follow(client, options))
        await deliver(event, options.forward, secret);
    });
}
