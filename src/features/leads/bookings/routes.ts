import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { listBookings } from "./list";
import { Booking, BookingChange, BookingInput, BookingQuery } from "./schema";
import { bookingExists, createBooking, deleteBooking, getBooking, updateBooking } from "./store";

const area = "Bookings";

export const bookings = new Hono<App>()
  .get(
    "/bookings",
    operation({
      id: "listBookings",
      area,
      summary: "List bookings",
      description: "Newest first. A booking must match all filters.",
      answer: pageOf(Booking),
    }),
    allow("bookings:read"),
    validate("query", BookingQuery),
    (c) => list(c, (page, query) => listBookings(c.var.scope, query, page)),
  )
  .post(
    "/bookings",
    operation({
      id: "createBooking",
      area,
      summary: "Create a booking",
      description:
        "For schedulers that are no source. The lead moves to `call_booked`, as far as it was " +
        "`new`, `contacted`, `engaged` or `qualified`.",
      status: 201,
      resourcePath: "/bookings",
      answer: dataOf(Booking),
      or200: "There already is a booking with this `external_id`. With another time, it moves.",
    }),
    allow("bookings:write"),
    validate("json", BookingInput),
    async (c) => {
      const { booking, isNew } = await createBooking(c.var.scope, c.req.valid("json"));
      return c.json({ data: booking }, isNew ? 201 : 200);
    },
  )
  .get(
    "/bookings/:booking",
    operation({ id: "getBooking", area, summary: "Get a booking", answer: dataOf(Booking) }),
    allow("bookings:read"),
    ids(["booking"], bookingExists),
    async (c) => c.json({ data: await getBooking(c.var.scope, c.req.valid("param").booking) }),
  )
  .patch(
    "/bookings/:booking",
    operation({
      id: "updateBooking",
      area,
      summary: "Change a booking",
      description:
        "Moves, cancels or settles it. What its scheduler tells of an earlier time changes its " +
        "times and state no more. Fields that are absent stay.",
      answer: dataOf(Booking),
    }),
    allow("bookings:write"),
    ids(["booking"], bookingExists),
    validate("json", BookingChange),
    async (c) => {
      const { booking } = c.req.valid("param");
      return c.json({ data: await updateBooking(c.var.scope, booking, c.req.valid("json")) });
    },
  )
  .delete(
    "/bookings/:booking",
    operation({
      id: "deleteBooking",
      audit: "booking.deleted",
      area,
      summary: "Delete a booking",
      description:
        "The lead keeps its stage. What the scheduler still tells of it is ignored: only a new " +
        "time that was chosen later makes another booking.",
      answer: Deletion,
    }),
    allow("bookings:write"),
    ids(["booking"], bookingExists),
    async (c) => c.json(deletion(await deleteBooking(c.var.scope, c.req.valid("param").booking))),
  );
