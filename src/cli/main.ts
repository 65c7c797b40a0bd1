import { Argument, Command, CommanderError } from "commander";
import { version } from "../client/package.json";
import { addAccountCommands } from "./commands/account";
import { addApiCommand } from "./commands/api";
import { addBackupCommand } from "./commands/backup";
import { addBookingCommands } from "./commands/bookings";
import { addDoctorCommand } from "./commands/doctor";
import { addExportCommand } from "./commands/export-leads";
import { addImportCommand } from "./commands/import-leads";
import { addLinkCommands } from "./commands/links";
import { addListenCommand } from "./commands/listen";
import { addRestoreCommand } from "./commands/restore";
import { addPushCommand } from "./commands/scenario-push";
import { addSyncCommands } from "./commands/scenario-sync";
import { addTrialCommands } from "./commands/scenario-trial";
import { addSourceCommands } from "./commands/sources";
import { addTailCommand } from "./commands/tail";
import { addTriggerCommands } from "./commands/triggers";
import { completions } from "./completion";
import { describe, exitCodes, jsonOf } from "./errors";
import { isAnswered, note, print, printJson } from "./output";
import type { GlobalOptions } from "./session";

const EXIT_CODES = `
Exit codes: 0 done, 1 failed or found problems, 2 called wrongly, 3 not signed in or not allowed,
4 the service can't be reached.`;

function newProgram() {
  const program = new Command("lead-engagement")
    .description("Works with a Lead Engagement API from the command line.")
    .version(version)
    .option("--json", "answer in JSON")
    .option("--profile <name>", 'which of your sign-ins (default: "default")')
    .addHelpText("after", EXIT_CODES)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addAccountCommands(program);
  const leads = program.command("leads").description("leads in files");
  addImportCommand(leads);
  addExportCommand(leads);
  const scenario = program.command("scenario").description("scenarios as files");
  addSyncCommands(scenario);
  addPushCommand(scenario);
  addTrialCommands(scenario);
  addTriggerCommands(program);
  addLinkCommands(program);
  addSourceCommands(program);
  addBookingCommands(program);
  addApiCommand(program);
  addTailCommand(program);
  addListenCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addDoctorCommand(program);
  program
    .command("completion")
    .description("print a script that completes commands in your shell")
    .addArgument(new Argument("<shell>").choices(Object.keys(completions)))
    .action((shell: string, _, command: Command) => {
      const script = completions[shell]?.(program);
      if (command.optsWithGlobals<GlobalOptions>().json) printJson({ shell, script });
      else print(script);
    });
  return program;
}

/** The text that shows an error. Commander has shown already what is wrong with a command line. */
function shown(error: unknown) {
  if (error instanceof CommanderError) {
    const message = error.code === "commander.help" ? "No command was named." : error.message;
    return { message, exitCode: exitCodes.usage };
  }
  const described = describe(error);
  note(described.message);
  return described;
}

/** Runs a command line, and returns what to exit with. */
async function main(argv: string[]): Promise<number> {
  try {
    await newProgram().parseAsync(argv);
    return 0;
  } catch (error) {
    // Help was asked for.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const described = shown(error);
    // A result that has begun is not followed by another document.
    if (argv.includes("--json") && !isAnswered()) printJson(jsonOf(error, described));
    return described.exitCode;
  }
}

// A reader such as `head` may leave before the end.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(0);
});
process.exitCode = await main(process.argv);
