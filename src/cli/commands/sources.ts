import { type Command, Option } from "commander";
import {
  each,
  getSourceDelivery,
  listSourceDeliveries,
  listSources,
  ReplayedStatus,
  replaySource,
  replaySourceDelivery,
  type Source,
  type SourceDelivery,
  SourceDeliveryStatus,
} from "#client";
import { id } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { firstOf } from "../first-of";
import { print, printJson, printList } from "../output";
import { openSession } from "../session";
import { addSendCommand } from "./source-send";

const sourceRow = ({ id: source, kind, name, is_active, ...one }: Source) => ({
  source,
  kind,
  name,
  state: is_active ? "on" : "paused",
  received: one.received_at,
  refused: one.rejected_count,
  url: one.inbound_url,
});

async function list(_: unknown, command: Command) {
  const { client, json } = await openSession(command);
  const found: Source[] = [];
  for await (const source of each(listSources, { client })) found.push(source);
  printList(json, found, found.map(sourceRow));
}

/** The reason of a status, in one line. */
const whyOf = ({ errors, conflicts, warnings }: SourceDelivery) =>
  [
    ...Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(" ")}`),
    ...Object.entries(conflicts).map(([field, lead]) => `${field} is of lead ${lead ?? "?"}`),
    ...warnings.map(({ message }) => message),
  ].join(" ");

const deliveryRow = (one: SourceDelivery) => ({
  delivery: one.id,
  received: one.received_at,
  fact: one.fact,
  status: one.status,
  lead: one.lead_id,
  booking: one.booking_id,
  why: whyOf(one),
});

type DeliveryOptions = { status?: SourceDeliveryStatus; lead?: number; limit: number };

async function deliveries(
  source: number,
  delivery: number | undefined,
  { status, lead, limit }: DeliveryOptions,
  command: Command,
) {
  const { client, json } = await openSession(command);
  if (delivery !== undefined)
    return printJson((await getSourceDelivery({ client, path: { source, delivery } })).data);
  const query = { ...(status && { status }), ...(lead && { lead_id: lead }) };
  const all = each(listSourceDeliveries, { client, path: { source }, query });
  const found = await firstOf<SourceDelivery>(all, limit);
  printList(json, found, found.map(deliveryRow));
}

type ReplayOptions = { status?: ReplayedStatus; from?: string; to?: string };

const UNNAMED = "Name a delivery, or the --status of those to replay.";

async function replay(
  source: number,
  delivery: number | undefined,
  { status, ...times }: ReplayOptions,
  command: Command,
) {
  if ((delivery === undefined) === (status === undefined))
    throw new CliError(UNNAMED, exitCodes.usage);
  const { client, json } = await openSession(command);
  const path = { source };
  const { data } = status
    ? await replaySource({ client, path, body: { status, ...times } })
    : await replaySourceDelivery({ client, path: { ...path, delivery: delivery ?? 0 } });
  if (json) return printJson(data);
  const more = data.has_more ? " There are more: once these are done, replay again." : "";
  print(`Deliveries that are replayed within seconds: ${data.count}.${more}`);
}

export function addSourceCommands(program: Command) {
  const sources = program.command("sources").description("what other services send");
  sources.command("list").description("list the sources").action(list);
  sources
    .command("deliveries")
    .description("list what came to a source, the newest first; or show one with its body")
    .argument("<id>", "the source", id)
    .argument("[delivery]", "one of its deliveries", id)
    .addOption(
      new Option("--status <status>", "only these").choices(Object.values(SourceDeliveryStatus)),
    )
    .option("--lead <id>", "only those that made or changed this lead", id)
    .option("--limit <number>", "at most so many", id, 50)
    .action(deliveries);
  sources
    .command("replay")
    .description("take kept bodies through today's mapping, under the same ids")
    .argument("<id>", "the source", id)
    .argument("[delivery]", "one of its deliveries", id)
    .addOption(
      new Option("--status <status>", "all of these").choices(Object.values(ReplayedStatus)),
    )
    .option("--from <time>", "with --status: received from this time or day on")
    .option("--to <time>", "with --status: received up to this time or day")
    .action(replay);
  addSendCommand(sources);
}
