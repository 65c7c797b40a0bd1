import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { on } from "node:events";

const END = "\u001e";

/** A bash whose variables and functions stay from one block of commands to the next. */
export class Shell {
  #bash: ChildProcessWithoutNullStreams;
  #places: [shown: string, real: string][];

  /** Where the commands show the first text of a pair, they are run with the second. */
  constructor(places: [shown: string, real: string][]) {
    this.#places = places;
    this.#bash = spawn("bash", ["--norc"], { stdio: "pipe" });
    this.#bash.stdout.setEncoding("utf8");
  }

  /** Runs commands and returns all that they print. */
  async run(commands: string): Promise<string> {
    const output = this.#untilEnd();
    const real = this.#places.reduce((text, [from, to]) => text.replaceAll(from, to), commands);
    this.#bash.stdin.write(`{\n${real}\n} < /dev/null 2>&1\nprintf '\\036'\n`);
    return this.#places.reduce((text, [to, from]) => text.replaceAll(from, to), await output);
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
