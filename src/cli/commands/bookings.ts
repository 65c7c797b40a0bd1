import { type Command, Option } from "commander";
import { type Booking, BookingOrder, BookingState, each, listBookings } from "#client";
import { id } from "../arguments";
import { firstOf } from "../first-of";
import { printList } from "../output";
import { openSession } from "../session";

type Options = {
  lead?: number;
  source?: number;
  state?: BookingState;
  host?: string;
  from?: string;
  to?: string;
  order?: BookingOrder;
  limit: number;
};

const rowOf = ({ id: booking, lead_id, state, starts_at, name, host, moves }: Booking) => ({
  booking,
  lead: lead_id,
  starts: starts_at,
  state,
  name,
  host: host.name ?? host.email,
  moves,
});

async function list({ lead, source, from, to, limit, ...filters }: Options, command: Command) {
  const { client, json } = await openSession(command);
  const query = {
    ...filters,
    ...(lead && { lead_id: lead }),
    ...(source && { source_id: source }),
    ...(from && { starts_from: from }),
    ...(to && { starts_to: to }),
  };
  const found = await firstOf<Booking>(each(listBookings, { client, query }), limit);
  printList(json, found, found.map(rowOf));
}

export function addBookingCommands(program: Command) {
  program
    .command("bookings")
    .description("leads' appointments")
    .command("list")
    .description("list bookings, the newest first")
    .option("--lead <id>", "only those of this lead", id)
    .option("--source <id>", "only those that came by this source", id)
    .addOption(new Option("--state <state>", "only these").choices(Object.values(BookingState)))
    .option("--host <text>", "only those with this name or e-mail of a host")
    .option("--from <time>", "that begin from this time or day on")
    .option("--to <time>", "that begin up to this time or day")
    .addOption(
      new Option("--order <order>", "starts_at: the first to begin first").choices(
        Object.values(BookingOrder),
      ),
    )
    .option("--limit <number>", "at most so many", id, 50)
    .action(list);
}
