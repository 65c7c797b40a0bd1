import { node, type Platform, type ScenarioInput, scenario, trigger } from "#client";

export const STARTING_POINTS = ["empty", "question", "reminders", "broadcast"] as const;
export type StartingPoint = (typeof STARTING_POINTS)[number];

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Drawn = Record<
  ("question" | "thanks" | "reminder") | ("confirmed" | "dayBefore" | "hourBefore" | "missed"),
  string
>;
type Chosen = { name: string; language: string };

/** The scenario that somebody begins with: paused, with a graph to go on from. */
export function startingScenario(
  point: StartingPoint,
  { name, platform }: { name: string; platform: Platform },
  drawn: Drawn,
  template: Chosen | null,
): ScenarioInput {
  const settings = { name, platform };
  if (point === "empty") return scenario({ ...settings, nodes: { start: node.start({}) } });
  if (point === "broadcast")
    return scenario({
      ...settings,
      nodes: {
        start: node.start({ next: "send" }),
        send: node.template(template ?? { name: "", language: "" }, { next: "done" }),
        done: node.exit(),
      },
    });
  if (point === "reminders") return reminders(settings, drawn);
  return scenario({
    ...settings,
    nodes: {
      start: node.start({ next: "ask" }),
      ask: node.message({ text: drawn.question }, { next: "answer" }),
      answer: node.waitForReply(
        { timeout_seconds: DAY_SECONDS, save_to: "answer" },
        { reply: "thanks", timeout: "remind" },
      ),
      thanks: node.message({ text: drawn.thanks }, { next: "person" }),
      person: node.handoff(),
      remind: node.message({ text: drawn.reminder }, { next: "end" }),
      end: node.exit(),
    },
  });
}

/** A text that waits for no template: outside of the 24-hour window it is skipped. */
const text = (words: string) => ({ text: words, on_window_closed: "skip" as const });

const before = (seconds: number) => ({
  until: { booking: "starts_at" as const, offset_seconds: -seconds },
});

/** Confirms bookings, reminds of them, and offers a new time to who has missed one. */
const reminders = (settings: { name: string; platform: Platform }, drawn: Drawn) =>
  scenario({
    ...settings,
    triggers: { booked: trigger.booking({ states: ["booked"] }) },
    nodes: {
      start: node.start({ next: "confirm" }),
      confirm: node.message(text(drawn.confirmed), { next: "soon" }),
      soon: node.condition(
        {
          branches: [
            {
              handle: "soon",
              all: [{ field: "booking.starts_at", op: "within_days", value: 1 }],
            },
          ],
        },
        { soon: "hour", else: "day" },
      ),
      day: node.delay(before(DAY_SECONDS), { next: "remindDay", cancelled: "end" }),
      remindDay: node.message(text(drawn.dayBefore), { next: "hour" }),
      hour: node.delay(before(HOUR_SECONDS), { next: "remindHour", cancelled: "end" }),
      remindHour: node.message(text(drawn.hourBefore), { next: "missed" }),
      missed: node.waitForEvent(
        { event: "booking", filter: { states: ["no_show"] }, timeout_seconds: 2 * DAY_SECONDS },
        { event: "newTime", timeout: "end" },
      ),
      newTime: node.message(text(drawn.missed), { next: "again" }),
      again: node.waitForEvent(
        {
          event: "booking",
          filter: { states: ["booked", "moved"] },
          timeout_seconds: 7 * DAY_SECONDS,
        },
        { event: "confirm", timeout: "end" },
      ),
      end: node.exit(),
    },
  });
