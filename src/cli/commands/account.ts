import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { createClient, type Me, me } from "../../client/index";
import { CliError, exitCodes } from "../errors";
import { print, printJson } from "../output";
import { forgetProfile, profilesFile, saveProfile } from "../profile";
import { type GlobalOptions, openSession } from "../session";

/** Asks for the token without showing it; from a pipe it is read as it is. */
async function readToken(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write("Token: ");
  const lines = createInterface({ input: process.stdin, terminal: true });
  return new Promise((resolve) => {
    lines.question("", (answer) => {
      lines.close();
      process.stderr.write("\n");
      resolve(answer.trim());
    });
  });
}

const named = ({ workspace, token }: Me) => ({
  workspace: { id: workspace.id, name: workspace.name },
  token: { id: token.id, name: token.name, abilities: token.abilities },
});

export function addAccountCommands(program: Command) {
  program
    .command("login")
    .description("keep the service's URL and your token; the token is read from standard input")
    .requiredOption("--url <url>", "where the service is, such as https://engage.example.com")
    .action(async ({ url }: { url: string }, command: Command) => {
      const { profile, json } = command.optsWithGlobals<GlobalOptions>();
      const token = await readToken();
      if (token === "") throw new CliError("No token came in.", exitCodes.usage);
      const who = named((await me({ client: createClient({ baseUrl: url, token }) })).data);
      await saveProfile(profile, { url, token });
      if (json) printJson({ profile, url, ...who });
      else print(`Signed in to ${who.workspace.name} as ${who.token.name} (${profilesFile()}).`);
    });

  program
    .command("logout")
    .description("forget the URL and the token")
    .action(async (_, command: Command) => {
      const { profile, json } = command.optsWithGlobals<GlobalOptions>();
      const was = await forgetProfile(profile);
      if (json) printJson({ profile, was_signed_in: was });
      else print(was ? `Signed out of ${profile}.` : `You were not signed in to ${profile}.`);
    });

  program
    .command("whoami")
    .description("show the workspace and what the token may do")
    .action(async (_, command: Command) => {
      const { client, url, json } = await openSession(command);
      const who = named((await me({ client })).data);
      if (json) printJson({ url, ...who });
      else
        print(
          `${who.workspace.name} (${who.workspace.id}) at ${url}\n${who.token.name}: ${who.token.abilities.join(", ")}`,
        );
    });
}
