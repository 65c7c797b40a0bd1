import type { Command } from "commander";
import { ApiError, type Client, type Event, type EventPattern, listEvents } from "#client";
import { addTo, eventId } from "../arguments";
import { describe, isLost } from "../errors";
import { note, plain, print, printJsonLine, styled } from "../output";
import { openSession, sleep } from "../session";

const ASK_EVERY_MS = 2_000;

/** The events that `tail` and `listen` follow. */
export type FollowOptions = { type: EventPattern[]; after?: number; once?: boolean };

/** The service may be there again in a moment: it is being started, moved or asked too often. */
const isPassing = (error: unknown) =>
  isLost(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/**
 * Events from now on, or after one, until Ctrl-C. It asks for those behind the last one, so none is
 * lost or comes twice while the connection or the service is away.
 */
export async function* follow(client: Client, { type, after, once }: FollowOptions) {
  process.once("SIGINT", () => process.exit(0));
  const types = type.length > 0 ? { "type[]": type } : {};
  const latest = { ...types, per_page: 10 };
  let isAway = false;
  let last = after ?? (await listEvents({ client, query: latest })).data[0]?.id ?? 0;
  for (;;) {
    const query = { ...types, after: last, order: "asc" as const, per_page: 100 };
    try {
      const { data } = await listEvents({ client, query });
      if (isAway) note("The service is there again.");
      isAway = false;
      for (const event of data) {
        last = event.id;
        yield event;
      }
      if (data.length > 0) continue;
      if (once) return;
    } catch (error) {
      if (once || !isPassing(error)) throw error;
      if (!isAway) note(`${describe(error).message}\nTrying again.`);
      isAway = true;
    }
    await sleep(ASK_EVERY_MS);
  }
}

const COLOURS: Record<string, Parameters<typeof styled>[0]> = {
  lead: "cyan",
  message: "green",
  link: "magenta",
  run: "blue",
};

const isBad = (type: string) => /failed|stopped|disabled|quota_reached/.test(type);

/** The subject of an event, by the ids and texts that its data begins with. */
function subjectOf({ data }: Event) {
  const parts = Object.entries(data as Record<string, unknown>).flatMap(([name, value]) => {
    if (typeof value === "object" && value !== null && "id" in value)
      return [`${plain(name)} ${plain(value.id)}`];
    return typeof value === "object" ? [] : [`${plain(name)} ${plain(value)}`];
  });
  return parts.join("  ");
}

export function lineOf(event: Event) {
  const [kind = ""] = event.type.split(".");
  const colour = isBad(event.type) ? "red" : (COLOURS[kind] ?? "yellow");
  return [
    styled("dim", plain(event.timestamp)),
    styled(colour, plain(event.type).padEnd(22)),
    subjectOf(event),
  ].join("  ");
}

export function addTailCommand(program: Command) {
  program
    .command("tail")
    .description("show events as they happen, until Ctrl-C")
    .option("--type <type>", "only of this type or kind, such as lead.*", addTo<EventPattern>, [])
    .option("--after <id>", "begin after this event; 0 for the first one", eventId)
    .option("--once", "end when there are no more")
    .action(async (options: FollowOptions, command: Command) => {
      const { client, json } = await openSession(command);
      for await (const event of follow(client, options))
        if (json) printJsonLine(event);
        else print(lineOf(event));
    });
}
