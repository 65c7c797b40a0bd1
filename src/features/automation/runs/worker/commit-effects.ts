import type { Statement } from "#db/batch";
import type { Hashes } from "#db/statements/contact-hashes";
import { type Assignee, type Handoff, handOver } from "#db/statements/conversations";
import { isCommitted, listOf, startRuns } from "#db/statements/runs";
import type { Scope } from "#env";
import { findAssignees } from "#features/access/assignees/store";
import type { Effect, Run } from "#features/automation/engine/run";
import { type Change, changeStatements, isChange } from "./commit-leads";
import { messageStatements } from "./commit-messages";
import type { SentMessage } from "./outgoing";
import type { Outcome } from "./work";

type Start = Extract<Effect, { kind: "start_scenario" }>;

type HandOver = Extract<Effect, { kind: "hand_over" }>;

/** The outcomes to be written: `hashes` are those of the phones and e-mails that they set. */
type Written = {
  outcomes: Outcome[];
  messages: SentMessage[];
  hashes: Hashes;
  assignees: Assignee[];
};

/** Effects of a run that one statement writes: messages that follow each other, or one other. */
type Write =
  | { kind: "send"; messages: SentMessage[] }
  | { kind: "change"; change: Change }
  | { kind: "start"; start: Start }
  | { kind: "hand_over"; handOver: HandOver };

/**
 * The statements that write what the runs send, change and start, in the order of the effects: the
 * first write of each run, then the second, and so on. So the events of a run come in the order of
 * what has happened.
 */
export function effectStatements(
  scope: Scope,
  token: string,
  { outcomes, messages, hashes, assignees }: Written,
  now: number,
): Statement[] {
  const byVisit = new Map(messages.map((message) => [`${message.run} ${message.visit}`, message]));
  const writesOf = outcomes.map(({ run, effects }) => ({
    run,
    writes: toWrites(run, effects, byVisit),
  }));
  const most = Math.max(0, ...writesOf.map(({ writes }) => writes.length));
  return Array.from({ length: most }).flatMap((_, nth) => {
    const nths = writesOf.flatMap(({ run, writes }) => {
      const write = writes[nth];
      return write ? [{ run, write }] : [];
    });
    const sent = nths.flatMap(({ write }) => (write.kind === "send" ? write.messages : []));
    const changes = nths.flatMap(({ run, write }) =>
      write.kind === "change" ? [{ run, change: write.change }] : [],
    );
    const starts = nths.flatMap(({ run, write }) =>
      write.kind === "start" ? [toStart(run, write.start)] : [],
    );
    const handoffs = nths.flatMap(({ run, write }) =>
      write.kind === "hand_over" ? [toHandoff(run, write.handOver, assignees)] : [],
    );
    return [
      ...messageStatements(scope, token, sent, now),
      ...changeStatements(scope, token, changes, hashes),
      ...(starts.length > 0 ? [startRuns(scope, token, starts, now)] : []),
      ...(handoffs.length > 0
        ? [handOver(scope, listOf(handoffs), isCommitted(scope, token), now)]
        : []),
    ];
  });
}

function toWrites(run: Run, effects: Effect[], messages: Map<string, SentMessage>): Write[] {
  const writes: Write[] = [];
  for (const effect of effects) {
    if (isChange(effect)) writes.push({ kind: "change", change: effect });
    if (effect.kind === "start_scenario") writes.push({ kind: "start", start: effect });
    if (effect.kind === "hand_over") writes.push({ kind: "hand_over", handOver: effect });
    const message = effect.kind === "send" ? messages.get(`${run.id} ${effect.visit}`) : undefined;
    if (!message) continue;
    const last = writes.at(-1);
    if (last?.kind === "send") last.messages.push(message);
    else writes.push({ kind: "send", messages: [message] });
  }
  return writes;
}

const toStart = (run: Run, { scenarioId, memory }: Start) => ({
  run: run.id,
  lead: run.lead.id,
  scenarioId,
  memory,
});

/** A token that was revoked since the scenario was saved is nobody's: the conversation is open. */
function toHandoff(run: Run, { assigneeId }: HandOver, assignees: Assignee[]): Handoff {
  const assignee = assignees.find(({ id }) => id === assigneeId);
  return {
    run: run.id,
    lead: run.lead.id,
    platform: run.platform,
    assignee: assignee?.id ?? 0,
    name: assignee?.name ?? null,
  };
}

/** The assignees to whom the outcomes hand over: one round trip, or none without any. */
export const assigneesOf = (scope: Scope, outcomes: Outcome[]) => {
  const ids = outcomes.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      effect.kind === "hand_over" && effect.assigneeId !== null ? [effect.assigneeId] : [],
    ),
  );
  return findAssignees(scope, [...new Set(ids)]);
};
