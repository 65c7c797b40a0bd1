import type { Command } from "commander";
import {
  ApiError,
  type Client,
  type Event,
  type EventPattern,
  listEvents,
} from "../../client/index";
import { note, plain, print, styled } from "../output";
import { openSession, sleep } from "../session";

const ASK_EVERY_MS = 2_000;

export const addType = (value: string, before: EventPattern[]) => [
  ...before,
  // The service says which there are.
  value as EventPattern,
];

/** What `tail` and `listen` follow. */
export type FollowOptions = { type: EventPattern[]; after?: number; once?: boolean };

/** Events from now on, or after one, until Ctrl-C. It goes on after lost connections. */
export async function* follow(client: Client, { type, after, once }: FollowOptions) {
  process.once("SIGINT", () => process.exit(0));
  const types = type.length > 0 ? { "type[]": type } : {};
  const latest = { ...types, per_page: 10 };
  let last = after ?? (await listEvents({ client, query: latest })).data[0]?.id ?? 0;
  for (;;) {
    const query = { ...types, after: last, order: "asc" as const, per_page: 100 };
    const page = await listEvents({ client, query }).catch((error) => {
      if (error instanceof ApiError) throw error;
      note("The connection is lost. Trying again.");
      return { data: [] };
    });
    for (const event of page.data) {
      last = event.id;
      yield event;
    }
    if (page.data.length > 0) continue;
    if (once) return;
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

/** What an event is about, by the ids and texts that its data begins with. */
function subjectOf({ data }: Event) {
  const parts = Object.entries(data as Record<string, unknown>).flatMap(([name, value]) => {
    if (typeof value === "object" && value !== null && "id" in value)
      return [`${name} ${(value as { id: unknown }).id}`];
    return typeof value === "object" ? [] : [`${name} ${plain(value)}`];
  });
  return parts.join("  ");
}

export function lineOf(event: Event) {
  const [kind = ""] = event.type.split(".");
  const colour = isBad(event.type) ? "red" : (COLOURS[kind] ?? "yellow");
  return [
    styled("dim", event.timestamp),
    styled(colour, event.type.padEnd(22)),
    subjectOf(event),
  ].join("  ");
}

export function addTailCommand(program: Command) {
  program
    .command("tail")
    .description("show events as they happen, until Ctrl-C")
    .option("--type <type>", "only of this type or kind, such as lead.*", addType, [])
    .option("--after <id>", "begin after this event", Number)
    .option("--once", "end when there are no more")
    .action(async (options: FollowOptions, command: Command) => {
      const { client, json } = await openSession(command);
      for await (const event of follow(client, options))
        print(json ? JSON.stringify(event) : lineOf(event));
    });
}
