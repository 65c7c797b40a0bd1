import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { Deletion, dataOf, deletion } from "#http/page";
import { conversationExists } from "../conversations/store";
import { Message } from "../messages/schema";
import { messageExists } from "../messages/store";
import { NoteInput } from "./schema";
import { addNote, removeNote } from "./store";

const area = "Conversations";

export const notes = new Hono<App>()
  .post(
    "/conversations/:conversation/notes",
    operation({
      id: "addNote",
      area,
      summary: "Add a note to a conversation",
      description:
        "A note is for the team: it is listed with the messages of the conversation, and never " +
        "sent. It is not analysed, and moves the conversation nowhere. A bundle of the lead's " +
        "data has it.",
      status: 201,
      resourcePath: "/messages",
      answer: dataOf(Message),
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    validate("json", NoteInput),
    async (c) => {
      const { conversation } = c.req.valid("param");
      return c.json({ data: await addNote(c.var.scope, conversation, c.req.valid("json")) }, 201);
    },
  )
  .delete(
    "/messages/:message",
    operation({
      id: "deleteNote",
      area,
      summary: "Delete a note",
      description: "What was sent or received can't be deleted.",
      answer: Deletion,
      responses: { 409: { description: "The message is no note." } },
    }),
    allow("conversations:write"),
    ids(["message"], messageExists),
    async (c) => c.json(deletion(await removeNote(c.var.scope, c.req.valid("param").message))),
  );
