import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { ApiError, type Client, createClient, listDatabases, me } from "#client";
import { address } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { note, plain, print, printJson, table } from "../output";
import {
  DEFAULT_PROFILE,
  forgetProfile,
  listProfiles,
  profilesFile,
  saveProfile,
} from "../profile";
import { type GlobalOptions, openSession } from "../session";

/** Asks for the token without showing it; from a pipe it is read as it is. */
async function readToken(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write("Token: ");
  const lines = createInterface({ input: process.stdin, terminal: true });
  return new Promise((resolve) => {
    lines.question("", (answer) => {
      resolve(answer.trim());
      lines.close();
    });
    lines.once("SIGINT", () => lines.close());
    // Without an answer after Ctrl-C or Ctrl-D.
    lines.once("close", () => {
      process.stderr.write("\n");
      resolve("");
    });
  });
}

/** The holder of the token. The operator's is of no workspace. */
async function identify(client: Client) {
  try {
    const { workspace, token } = (await me({ client })).data;
    return {
      workspace: { id: workspace.id, name: workspace.name },
      token: { id: token.id, name: token.name, abilities: token.abilities },
    };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    await listDatabases({ client }).catch(() => {
      throw error;
    });
    return { workspace: null, token: { id: null, name: "the operator", abilities: ["*"] } };
  }
}

type Identity = Awaited<ReturnType<typeof identify>>;

const placeOf = ({ workspace }: Identity) =>
  workspace ? `${plain(workspace.name)} (${workspace.id})` : "The operator plane";

export function addAccountCommands(program: Command) {
  program
    .command("login")
    .description("keep the service's URL and your token; the token is read from standard input")
    .requiredOption(
      "--url <url>",
      "where the service is, such as https://engage.example.com",
      address,
    )
    .action(async ({ url }: { url: string }, command: Command) => {
      const { profile = DEFAULT_PROFILE, json } = command.optsWithGlobals<GlobalOptions>();
      const token = await readToken();
      if (token === "") throw new CliError("No token came in.", exitCodes.usage);
      const who = await identify(createClient({ baseUrl: url, token }));
      await saveProfile(profile, { url, token });
      if (json) printJson({ profile, url, ...who });
      else print(`Signed in to ${placeOf(who)} as ${plain(who.token.name)} (${profilesFile()}).`);
    });

  program
    .command("logout")
    .description("forget the URL and the token")
    .action(async (_, command: Command) => {
      const { profile = DEFAULT_PROFILE, json } = command.optsWithGlobals<GlobalOptions>();
      const was = await forgetProfile(profile);
      if (json) printJson({ profile, was_signed_in: was });
      else print(was ? `Signed out of ${profile}.` : `You were not signed in to ${profile}.`);
    });

  program
    .command("profile")
    .description("your sign-ins")
    .command("list")
    .description("show the names of your sign-ins, and where they lead")
    .action(async (_, command: Command) => {
      const profiles = await listProfiles();
      if (command.optsWithGlobals<GlobalOptions>().json) printJson({ profiles });
      else if (profiles.length > 0) print(table(profiles));
      else note("There are none. Run `lead-engagement login`.");
    });

  program
    .command("whoami")
    .description("show the workspace and what the token may do")
    .action(async (_, command: Command) => {
      const { client, url, json } = await openSession(command);
      const who = await identify(client);
      if (json) return void printJson({ url, ...who });
      print(`${placeOf(who)} at ${url}`);
      print(`${plain(who.token.name)}: ${who.token.abilities.join(", ")}`);
    });
}
