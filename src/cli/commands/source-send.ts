import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { getSource, type ReceivedItems, type Source } from "#client";
import { id } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { counted, plain, print, printJson } from "../output";
import { openSession } from "../session";
import { signedHeaders } from "../signed-request";

const TIMEOUT_MS = 15_000;
const UNSIGNED = "The source wants a secret: name the file that holds it by --secret-file.";
const NO_URL = "The token does not see the source's URL: it lacks the ability sources:write.";

type Options = { secretFile?: string };

/** The headers of a request that the source lets in. Forms ask for the origin of their page. */
async function headersFor({ verification, form }: Source, body: Buffer, { secretFile }: Options) {
  if (verification.scheme !== "none" && !secretFile) throw new CliError(UNSIGNED, exitCodes.usage);
  const secret = secretFile ? (await readFile(secretFile, "utf8")).trim() : "";
  return {
    "Content-Type": "application/json",
    ...(form?.origins[0] && { Origin: form.origins[0] }),
    ...signedHeaders(verification, secret, body),
  };
}

/** Posts a body as the sender would. Throws where the source does not take it. */
async function post(url: string, body: Buffer, headers: Record<string, string>) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = { method: "POST", body: new Uint8Array(body), headers, signal };
  const answer = await fetch(url, { ...request, redirect: "manual" });
  const text = await answer.text();
  if (answer.status === 202) return JSON.parse(text) as ReceivedItems;
  const { message = text } = parsed(text);
  throw new CliError(`The source refuses it: ${plain(message)} (${answer.status})`);
}

function parsed(text: string): { message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function send(source: number, file: string, options: Options, command: Command) {
  const { client, json } = await openSession(command);
  const body = file === "-" ? await buffer(process.stdin) : await readFile(file);
  const { data } = await getSource({ client, path: { source } });
  if (!data.inbound_url) throw new CliError(NO_URL, exitCodes.notAllowed);
  const answer = await post(data.inbound_url, body, await headersFor(data, body, options));
  const { received, duplicates } = answer;
  if (json) printJson(answer);
  else print(`Received: ${counted(received, "item")}. Came before: ${duplicates}.`);
}

export function addSendCommand(sources: Command) {
  sources
    .command("send")
    .description("post a body to a source, signed as it wants, to try its mapping")
    .argument("<id>", "the source", id)
    .argument("<file>", "the body as JSON, or - for standard input")
    .option("--secret-file <file>", "the file of the sender's secret, if the source verifies it")
    .action(send);
}
