import type {
  AiAnalyzeNodeData,
  CommentReplyNodeData,
  ConditionBranch,
  ConditionNodeData,
  DelayNodeData,
  ExitNodeData,
  HandoffNodeData,
  ListRow,
  ListSection,
  MessageButton,
  MessageList,
  MessageNodeData,
  MessageWait,
  ReplyMatch,
  SplitBranch,
  SplitNodeData,
  StartScenarioNodeData,
  TagNodeData,
  TemplateNodeData,
  UpdateLeadNodeData,
  WaitForEventNodeData,
  WaitForReplyNodeData,
  WebhookNodeData,
} from "./generated/types.gen";

// The nodes of a scenario, for `scenario` in scenario.ts: each with its settings, and with the id
// of the node that the edge of each of its handles leads to.

/** A node without its id. */
export type Node<Target extends string = string> = {
  type: string;
  data?: object | undefined;
  to: Partial<Record<string, Target>>;
};

type To<Handle extends string, Target extends string> = {
  [Name in Handle]?: Target | undefined;
};

/** A node whose handles its type decides. */
type Simple<Data, Handle extends string> = <Target extends string = never>(
  data: Data,
  to?: To<Handle, Target>,
) => Node<NoInfer<Target>>;

/** Edges by handle: those of a node's own are all there, and there are no others. */
type ToAll<Own extends string, Handle extends string, Edges> = {
  [Name in keyof Edges]: Name extends Own | Handle
    ? Edges[Name]
    : `${Name & string} is no handle of this node`;
} & { [Name in Own]: unknown };

/** A node that has a handle for each item of a list in its settings, too. */
type Branching<Data, List extends keyof Data, Item, Handle extends string> = <
  Own extends string = never,
  const Edges extends Partial<Record<string, string | undefined>> = Record<never, never>,
>(
  data: Data & { [Name in List]?: (Item & { handle: Own })[] },
  to: ToAll<NoInfer<Own>, Handle, Edges>,
) => Node<NoInfer<Extract<Edges[keyof Edges], string>>>;

const nodeOf =
  (type: string) =>
  (data: object, to: object = {}) => ({ type, data, to });

/** Where each run begins. */
export const start = <Target extends string = never>(
  to?: To<"next", Target>,
): Node<NoInfer<Target>> => ({ type: "start", to: to ?? {} });

/** The buttons or rows of a message: one that waits has a handle for each, by its id. */
type Tappable<Own extends string> = {
  buttons?: (MessageButton & { id?: Own | null })[] | null;
  list?:
    | (MessageList & { sections: (ListSection & { rows: (ListRow & { id?: Own | null })[] })[] })
    | null;
};

type HandleOfMessage<Wait> = Wait extends object
  ? "reply" | "answers" | "invalid" | "timeout" | "failed"
  : "next" | "failed";

export const message: <
  Own extends string = never,
  Wait extends MessageWait | null = null,
  const Edges extends Partial<Record<string, string | undefined>> = Record<never, never>,
>(
  data: MessageNodeData & Tappable<Own> & { wait?: Wait },
  to?: ToAll<Wait extends object ? NoInfer<Own> : never, HandleOfMessage<Wait>, Edges>,
) => Node<NoInfer<Extract<Edges[keyof Edges], string>>> = nodeOf("message");

export const template: Simple<TemplateNodeData, "next" | "failed"> = nodeOf("template");

export const commentReply: Simple<CommentReplyNodeData, "next" | "failed"> =
  nodeOf("comment_reply");

export const delay: Simple<DelayNodeData, "next" | "cancelled"> = nodeOf("delay");

export const waitForReply: Branching<
  WaitForReplyNodeData,
  "matches",
  ReplyMatch,
  "reply" | "answers" | "invalid" | "timeout"
> = nodeOf("wait_for_reply");

export const waitForEvent: Simple<WaitForEventNodeData, "event" | "timeout"> =
  nodeOf("wait_for_event");

export const condition: Branching<ConditionNodeData, "branches", ConditionBranch, "else"> =
  nodeOf("condition");

export const split: Branching<SplitNodeData, "branches", SplitBranch, never> = nodeOf("split");

export const addTag: Simple<TagNodeData, "next"> = nodeOf("add_tag");

export const removeTag: Simple<TagNodeData, "next"> = nodeOf("remove_tag");

export const updateLead: Simple<UpdateLeadNodeData, "next"> = nodeOf("update_lead");

export const webhook: Simple<WebhookNodeData, "success" | "failed"> = nodeOf("webhook");

export const aiAnalyze: Simple<AiAnalyzeNodeData, "next" | "failed"> = nodeOf("ai_analyze");

export const startScenario: Simple<StartScenarioNodeData, "next"> = nodeOf("start_scenario");

export const handoff = (data: HandoffNodeData = {}): Node<never> => ({
  type: "handoff",
  data,
  to: {},
});

export const exit = (data: ExitNodeData = {}): Node<never> => ({ type: "exit", data, to: {} });
