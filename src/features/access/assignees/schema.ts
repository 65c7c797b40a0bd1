import * as z from "zod";

export const Assignee = z.object({ id: z.int(), name: z.string() }).meta({
  id: "Assignee",
  description: "The holder of a token that may write conversations: its id and name.",
  examples: [{ id: 4, name: "Camille" }],
});

export type Assignee = z.output<typeof Assignee>;
