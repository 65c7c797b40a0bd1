import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildCli } from "../../../src/cli/build.mjs";

type Ended = { code: number | null; out: string; err: string };
type Options = { input?: string; env?: Record<string, string>; stopWhen?: RegExp };

/** The command line as somebody has it who has installed the package, with a home of their own. */
export async function installCli() {
  const home = await mkdtemp(join(tmpdir(), "lead-engagement-cli-"));
  const file = join(home, "lead-engagement.mjs");
  await buildCli(file);
  const said: string[] = [];
  /** Runs a command line to its end, or until it has said something, and then presses Ctrl-C. */
  const run = (args: string[], { input = "", env = {}, stopWhen }: Options = {}): Promise<Ended> =>
    new Promise((done, fail) => {
      const child = spawn(resolve("node_modules/.bin/node"), [file, ...args], {
        cwd: home,
        env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, "config"), ...env },
      });
      const ended: Ended = { code: null, out: "", err: "" };
      child.stdout.on("data", (data) => {
        ended.out += data;
        if (stopWhen?.test(ended.out)) child.kill("SIGINT");
      });
      child.stderr.on("data", (data) => {
        ended.err += data;
      });
      child.on("error", fail);
      child.on("close", (code) => {
        said.push(ended.out, ended.err);
        done({ ...ended, code });
      });
      child.stdin.end(input);
    });
  return { home, run, said, remove: () => rm(home, { recursive: true }) };
}
