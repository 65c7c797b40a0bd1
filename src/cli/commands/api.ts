import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { HttpMethod } from "#client";
import { addTo } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { print, printJson } from "../output";
import { parseJson } from "../scenario-file";
import { openSession } from "../session";

type Options = { data?: string; header: string[] };

/** The JSON of an option: itself, that of `@file`, or of standard input by `-`. */
async function readData(data: string): Promise<unknown> {
  const from = data === "-" ? text(process.stdin) : data.startsWith("@") && readFile(data.slice(1));
  const json = from ? String(await from) : data;
  try {
    return parseJson(json);
  } catch (error) {
    throw new CliError(`--data is no JSON: ${(error as Error).message}`, exitCodes.usage);
  }
}

function headersOf(lines: string[]) {
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    if (at < 1) throw new CliError(`--header ${line}: write Name: value.`, exitCodes.usage);
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

function methodOf(name: string): HttpMethod {
  const method = Object.values(HttpMethod).find((one) => one === name.toUpperCase());
  if (method) return method;
  throw new CliError(
    `${name} is none of ${Object.values(HttpMethod).join(", ")}.`,
    exitCodes.usage,
  );
}

async function callApi(name: string, path: string, options: Options, command: Command) {
  const method = methodOf(name);
  // Nowhere else may the token go.
  if (!/^\/v1\/[^\\{}#]*$/.test(path))
    throw new CliError(
      "A path begins with /v1/. In it, write \\, {, } and # as %5C, %7B, %7D and %23.",
      exitCodes.usage,
    );
  if (method === "GET" && options.data !== undefined)
    throw new CliError("A GET has no body: leave out --data.", exitCodes.usage);
  const body = options.data === undefined ? undefined : await readData(options.data);
  const headers = headersOf(options.header);
  const { client } = await openSession(command);
  const answer = await client.request<string, unknown, true, "data">({
    ...{ method, url: path, body, parseAs: "text", throwOnError: true, responseStyle: "data" },
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    security: [{ scheme: "bearer", type: "http" }],
    bodySerializer: JSON.stringify,
  });
  try {
    printJson(JSON.parse(answer));
  } catch {
    print(answer.trimEnd());
  }
}

export function addApiCommand(program: Command) {
  program
    .command("api")
    .description("call any operation of the API, and print its answer")
    .argument("<method>", Object.values(HttpMethod).join(", "))
    .argument("<path>", "such as '/v1/leads?per_page=10'")
    .option("-d, --data <json>", "the body: JSON, @file, or - for standard input")
    .option("-H, --header <line>", "such as 'If-Match: \"3\"'", addTo<string>, [])
    .action(callApi);
}
