import {
  CircleX,
  Flag,
  Hourglass,
  Link2,
  type LucideIcon,
  MessageCircle,
  MessageSquareQuote,
  MousePointerClick,
  NotebookPen,
  Radio,
  Tag,
  UserRound,
  UserRoundX,
  Workflow,
} from "lucide-react";
import type { Event, MessageType } from "#client";
import type { TextsOf } from "#console/texts/catalogue";
import type { general } from "#console/texts/general";
import type { Tone } from "#console/ui/badge";
import type { texts } from "./texts";

type Texts = TextsOf<typeof texts>;
type Stages = TextsOf<typeof general>["stages"];
export type Described = { Icon: LucideIcon; tone: Tone; text: string };

/** The names of the scenario of an event, and of its steps: null for one that is gone. */
export type Names = { scenario: string; step: (node: string) => string | null };

const MOST_CHARACTERS = 60;

const short = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).trimEnd()}…` : text;

type Message = Extract<Event, { type: "message.received" }>["data"]["message"];

/** The sentences about messages without a text that are no files. */
const WORDLESS = {
  call: "called",
  share: "shared",
  story_mention: "mentioned",
  referral: "opened",
  location: "sentPlace",
  contacts: "sentContact",
  interactive: "answered",
} as const satisfies Partial<Record<MessageType, keyof Texts["events"]>>;

/** True of a type whose messages need no text, and are no files. */
const isWordless = (type: string | undefined): type is keyof typeof WORDLESS =>
  type !== undefined && Object.hasOwn(WORDLESS, type);

function writing(message: Message, t: Texts["events"]) {
  const text = message?.text ? short(message.text) : null;
  if (!text) return isWordless(message?.type) ? t[WORDLESS[message.type]] : t.sentFile;
  if (message?.type === "reaction") return t.reacted(text);
  return message?.type === "button" || message?.type === "interactive"
    ? t.tapped(text)
    : t.wrote(text);
}

type Talk = Extract<Event, { type: "conversation.updated" }>["data"];

function talking({ changed, state, assignee }: Talk, t: Texts["events"]) {
  if (changed.includes("state")) return t.states[state];
  if (changed.includes("assignee")) return assignee ? t.assigned(assignee.name) : t.unassigned;
  return changed.includes("read") ? t.read : t.conversation;
}

/** An event in words for people; null for events that are not shown here. */
export function describe(event: Event, t: Texts, stages: Stages, names: Names): Described | null {
  const { events } = t;
  const about = (Icon: LucideIcon, tone: Tone, text: string) => ({ Icon, tone, text });
  switch (event.type) {
    case "lead.created":
      return about(UserRound, "green", events.leadCreated);
    case "lead.updated":
      return about(
        UserRound,
        "plain",
        events.leadUpdated(Object.keys(event.data.changes).join(", ")),
      );
    case "lead.merged":
      return about(UserRound, "plain", events.leadMerged);
    case "lead.opted_out":
      return about(UserRoundX, "red", events.optedOut);
    case "lead.opted_in":
      return about(UserRound, "green", events.optedIn);
    case "lead.marketing_opted_out":
      return about(UserRoundX, "red", events.marketingOut);
    case "lead.marketing_opted_in":
      return about(UserRound, "green", events.marketingIn);
    case "lead.tag_added":
      return about(Tag, "purple", events.tagAdded(event.data.tag?.label ?? `${event.data.tag_id}`));
    case "lead.tag_removed":
      return about(
        Tag,
        "plain",
        events.tagRemoved(event.data.tag?.label ?? `${event.data.tag_id}`),
      );
    case "lead.stage_changed": {
      const { to } = event.data;
      return about(Flag, "blue", to ? events.stage(stages[to]) : events.noStage);
    }
    case "lead.profile_updated":
      return about(UserRound, "purple", events.profile);
    case "lead.identity_changed":
      return about(UserRound, "plain", events.otherId);
    case "lead.event_reported":
      return about(Radio, "blue", events.reported(event.data.name));
    case "conversation.updated":
      return about(MessageCircle, "plain", talking(event.data, events));
    case "conversation.note_added":
      return about(NotebookPen, "amber", events.note);
    case "conversation.note_deleted":
      return about(NotebookPen, "plain", events.noteDeleted);
    case "conversation.summarized":
      return about(NotebookPen, "purple", events.summary);
    case "comment.received":
      return about(
        MessageSquareQuote,
        "accent",
        events.commented(short(event.data.comment?.text ?? "")),
      );
    case "message.received":
      return about(MessageCircle, "accent", writing(event.data.message, events));
    case "message.sent":
      return about(MessageCircle, "plain", events.sent);
    case "message.delivered":
      return about(MessageCircle, "plain", events.arrived);
    case "message.read":
      return about(MessageCircle, "blue", events.readMessage);
    case "message.failed":
      return about(CircleX, "red", events.failed(event.data.message?.error?.message ?? "?"));
    case "message.unknown":
      return about(CircleX, "amber", events.unknown);
    case "message.edited":
      return about(MessageCircle, "plain", events.messageEdited);
    case "message.deleted":
      return about(CircleX, "plain", events.messageDeleted);
    case "link.sent":
      return about(Link2, "plain", events.linkSent(linkName(event.data)));
    case "link.clicked":
      return about(MousePointerClick, "green", events.clicked(linkName(event.data)));
    case "run.started":
      return about(Workflow, "green", events.runStarted(names.scenario));
    case "run.waiting":
      return about(
        Hourglass,
        "amber",
        events.runWaiting(names.scenario, names.step(event.data.node_id)),
      );
    case "run.migrated":
      return about(Workflow, "plain", events.runMoved(names.scenario));
    case "run.paused":
      return about(Workflow, "amber", events.runPaused(names.scenario));
    case "run.resumed":
      return about(Workflow, "green", events.runResumed(names.scenario));
    case "run.completed":
      return about(Workflow, "blue", events.runCompleted(names.scenario));
    case "run.exited":
      return about(Workflow, "blue", events.runExited(names.scenario));
    case "run.handed_off":
      return about(Workflow, "purple", events.runHandedOff(names.scenario));
    case "run.failed":
      return about(Workflow, "red", events.runFailed(names.scenario));
    case "run.cancelled":
      return about(Workflow, "plain", events.runCancelled(names.scenario));
    default:
      return null;
  }
}

type Link = Extract<Event, { type: "link.sent" }>["data"];

const linkName = ({ short_link: link, short_link_id: id }: Link) =>
  link ? (link.label ?? link.slug) : `${id}`;
