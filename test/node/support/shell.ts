import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { on } from "node:events";

const END = "\u001e";

/** A bash whose variables and functions stay from one block of commands to the next. */
export class Shell {
  #bash: ChildProcessWithoutNullStreams;
  #origins: { shown: string; real: string };

  /** What the commands call at the origin `shown` is called at `real`. */
  constructor(origins: { shown: string; real: string }) {
    this.#origins = origins;
    this.#bash = spawn("bash", ["--norc"], { stdio: "pipe" });
    this.#bash.stdout.setEncoding("utf8");
  }

  /** Runs commands and returns all that they print. */
  async run(commands: string): Promise<string> {
    const { shown, real } = this.#origins;
    const output = this.#untilEnd();
    this.#bash.stdin.write(
      `{\n${commands.replaceAll(shown, real)}\n} < /dev/null 2>&1\nprintf '\\036'\n`,
    );
    return (await output).replaceAll(real, shown);
  }

  end() {
    this.#bash.kill();
  }

  async #untilEnd() {
    let output = "";
    for await (const data of on(this.#bash.stdout, "data")) {
      output += data.toString();
      if (output.endsWith(END)) break;
    }
    return output.slice(0, -END.length);
  }
}
