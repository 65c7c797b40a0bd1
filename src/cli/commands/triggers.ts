import type { Command } from "commander";
import {
  type ExplainedTrigger,
  type ExplainInput,
  each,
  explainStart,
  type ListedTrigger,
  listTriggers,
  type StartExplanation,
} from "#client";
import { id } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { plain, print, printJson, table } from "../output";
import { openSession } from "../session";

const rowOf = (one: ListedTrigger) => ({
  scenario: `${one.scenario_id} ${one.scenario_name}`,
  trigger: one.id,
  type: one.type,
  state: one.state,
  next: one.next_at ?? "",
  starts: one.starts,
});

async function list(options: { scenario?: number; on?: boolean }, command: Command) {
  const { client, json } = await openSession(command);
  const query = {
    ...(options.scenario && { scenario_id: options.scenario }),
    ...(options.on && { is_on: 1 as const }),
  };
  const found: ListedTrigger[] = [];
  for await (const one of each(listTriggers, { client, query })) found.push(one);
  if (json) printJson(found);
  else print(table(found.map(rowOf)));
}

const UNNAMED = "Name a --lead, a --message-id, a --comment-id or an --event-id.";

type Named = { messageId?: number; commentId?: number; eventId?: number };
type Options = Named & { lead?: number; message?: string };

/** The question that the options ask. The service refuses two at once. */
function inputOf({ lead, message, messageId, commentId, eventId }: Options): ExplainInput {
  const isNamed = (messageId ?? commentId ?? eventId) !== undefined;
  if (lead === undefined && message !== undefined)
    throw new CliError("--message needs --lead: who writes it.", exitCodes.usage);
  if (lead === undefined && !isNamed) throw new CliError(UNNAMED, exitCodes.usage);
  const asked: ExplainInput["happens"] =
    message === undefined ? { type: "time" } : { type: "message", text: message };
  return {
    ...(messageId !== undefined && { message_id: messageId }),
    ...(commentId !== undefined && { comment_id: commentId }),
    ...(eventId !== undefined && { event_id: eventId }),
    ...(lead !== undefined && { lead_id: lead, happens: asked }),
  };
}

const lineOf = ({ scenario_name, trigger_id, type, message, time }: ExplainedTrigger) => {
  const last = time?.last ? ` Last: ${time.last.at} ${plain(time.last.message)}` : "";
  return `${plain(scenario_name)}, ${plain(trigger_id)} (${type}): ${plain(message)}${last}`;
};

/** The answer, its conclusion first. */
function linesOf({ refusal, is_pending, evaluation, starts, triggers }: StartExplanation) {
  const run = refusal?.run_id ? ` It is run ${refusal.run_id}.` : "";
  const decided = evaluation && `Decided at ${evaluation.created_at}: ${evaluation.message}`;
  const conclusion = refusal ? `Nothing starts. ${refusal.message}${run}` : decided;
  return [
    ...(conclusion ? [plain(conclusion)] : []),
    ...(is_pending ? ["It is still to be decided."] : []),
    ...(starts.length === 0 && !conclusion && !is_pending ? ["Nothing starts now."] : []),
    ...(evaluation && triggers.length > 0 ? ["What would become of it now:"] : []),
    ...triggers.map(lineOf),
  ];
}

async function explain(options: Options, command: Command) {
  const body = inputOf(options);
  const { client, json } = await openSession(command);
  const { data } = await explainStart({ client, body });
  if (json) printJson(data);
  else for (const line of linesOf(data)) print(line);
}

export function addTriggerCommands(program: Command) {
  const trigger = program.command("trigger").description("what starts scenarios");
  trigger
    .command("list")
    .description("list the triggers of all scenarios")
    .option("--scenario <id>", "only those of this scenario", id)
    .option("--on", "only those that are on")
    .action(list);
  trigger
    .command("explain")
    .description("say what starts, or why nothing does; nothing is written")
    .option("--lead <id>", "for a lead: when its dates and other times come next", id)
    .option("--message <text>", "with --lead: if the lead wrote this")
    .option("--message-id <id>", "for a message that has come", id)
    .option("--comment-id <id>", "for a comment under a post", id)
    .option("--event-id <id>", "for an event of the feed", id)
    .action(explain);
}
