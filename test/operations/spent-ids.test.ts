import { expect, it } from "vitest";
import { newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { flushClicks } from "../support/clicks";
import { newRecipient, record } from "../support/counter";
import { rowsOf } from "../support/rows";

it("the id of a deleted message or click is not given again", async () => {
  const client = await newWorkspace();
  const [channel, lead] = [await newChannel(client), await newLead(client)];
  const { linkId, sendId } = await newRecipient(client);
  const newMessage = () => newInbound(client, channel.id, lead.id);
  const newClick = async () => {
    await record(linkId, {}, [sendId]);
    await flushClicks(linkId);
    return (await rowsOf<{ id: number }>("select max(id) as id from link_clicks"))[0]!;
  };
  for (const [table, make] of [
    ["messages", newMessage],
    ["link_clicks", newClick],
  ] as const) {
    await make();
    const { id } = await make();
    for (const order of ["asc", "desc"]) {
      const rows = await rowsOf<{ id: number }>(`select id from ${table} order by id ${order}`);
      for (const row of rows) await rowsOf(`delete from ${table} where id = ?`, row.id);
      const after = await make();
      expect(after.id, table).toBeGreaterThan(id);
    }
    expect((await make()).id, table).toBe(id + 3);
  }
});
