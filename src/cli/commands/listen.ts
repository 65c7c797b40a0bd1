import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { type Event, type EventPattern, signWebhook } from "#client";
import { address, addTo, eventId } from "../arguments";
import { CliError, exitCodes, reasonOf } from "../errors";
import { counted, note, plain, print, printJsonLine, styled } from "../output";
import { configFolder } from "../profile";
import { openSession, sleep } from "../session";
import { type FollowOptions, follow } from "./tail";

const TIMEOUT_MS = 15_000;
const RETRY_AFTER_MS = [1_000, 3_000];
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

type Options = FollowOptions & { forward: string; secretFile: string };

/** Not in the folder of somebody's work, from where it could come into git. */
const secretFile = () => join(configFolder(), "webhook-secret");

/** The secret in a file, which is made if there is none, for its owner alone. */
async function secretIn(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (known === null) {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  }
  if (SECRET.test(known.trim())) return known.trim();
  throw new CliError(`${file} holds no secret: it begins with whsec_.`, exitCodes.usage);
}

/** Posts an event as the service would. Returns the status, or why there was none. */
async function forward(event: Event, url: string, secret: string): Promise<number | string> {
  const body = JSON.stringify(event);
  const headers = await signWebhook(body, secret, String(event.id));
  try {
    const { status, body: answer } = await fetch(url, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer?.cancel();
    return status;
  } catch (error) {
    return reasonOf(error);
  }
}

const isAccepted = (answer: number | string) =>
  typeof answer === "number" && answer >= 200 && answer < 300;

type Attempt = { event_id: number; type: string; answer: number | string; ms: number };

function show({ event_id: id, type, answer, ms }: Attempt) {
  const shown = styled(isAccepted(answer) ? "green" : "red", String(answer));
  print(`${shown}  ${plain(type)}  ${id}  ${ms} ms`);
}

/** Returns whether the receiver has taken the event. */
async function deliver(event: Event, { forward: url }: Options, secret: string, json: boolean) {
  for (let attempt = 0; ; attempt++) {
    const start = performance.now();
    const answer = await forward(event, url, secret);
    const ms = Math.round(performance.now() - start);
    (json ? printJsonLine : show)({ event_id: event.id, type: event.type, answer, ms });
    const wait = RETRY_AFTER_MS[attempt];
    if (isAccepted(answer)) return true;
    if (wait === undefined) return false;
    await sleep(wait);
  }
}

export function addListenCommand(program: Command) {
  program
    .command("listen")
    .description("post events to an address of yours, signed like webhooks, until Ctrl-C")
    .requiredOption("--forward <url>", "where to, such as http://localhost:3000/", address)
    .option("--type <type>", "only of this type or kind, like message.*", addTo<EventPattern>, [])
    .option("--after <id>", "begin after this event; 0 for the first one", eventId)
    .option("--once", "end when there are no more; fails if one was not taken")
    .option("--secret-file <file>", "the file of the secret that signs", secretFile())
    .action(async (options: Options, command: Command) => {
      const { client, json } = await openSession(command);
      const secret = await secretIn(options.secretFile);
      note(`Forwarding to ${options.forward}. Verify with the secret in ${options.secretFile}.`);
      let refused = 0;
      for await (const event of follow(client, options))
        if (!(await deliver(event, options, secret, json))) refused++;
      if (refused > 0) throw new CliError(`${counted(refused, "event")} not taken.`);
    });
}
