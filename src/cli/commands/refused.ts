import { ApiError } from "#client";
import { CliError, describe, fileFaultOf } from "../errors";
import { note, plain } from "../output";

export type Refused = { path: string; message: string };

const HAS_CHANGED = "The scenario has changed since you pulled it. Pull it again, or --force.";

/** The fault of a file. Whatever else fails is thrown: it would with the next one, too. */
function refusedOf(path: string, error: unknown): Refused {
  const isOfFile = error instanceof ApiError && [404, 409, 412, 413, 422].includes(error.status);
  if (!isOfFile && !(error instanceof CliError) && !fileFaultOf(error)) throw error;
  const isStale = error instanceof ApiError && error.status === 412;
  return { path, message: isStale ? HAS_CHANGED : describe(error).message };
}

/** The files that are refused, each of which `attempt` adds where its work fails. */
export class Refusals {
  readonly list: Refused[] = [];

  async attempt(path: string, work: () => Promise<void>) {
    await work().catch((error) => this.list.push(refusedOf(path, error)));
  }

  show() {
    for (const { path, message } of this.list) note(`${plain(path)}: ${message}`);
  }
}
