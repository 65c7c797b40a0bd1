import { expect, it } from "vitest";
import { type Client, make, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { enrol, newFlow, runNow, settle, stepDue, trailOf } from "../support/run-scheduler";

const newAssignee = async (client: Client, abilities = ["conversations:write"]) =>
  make(client, "/tokens", { name: "Camille", abilities });

it("hands the conversation of its run over, open again, to the assignee or to anybody", async () => {
  const client = await newWorkspace();
  const [channel, second] = [
    await newChannel(client, { is_default: true }),
    await newChannel(client),
  ];
  const camille = await newAssignee(client);
  const reader = await newAssignee(client, ["conversations:read"]);
  const lead = await newLead(client);
  const { conversation_id: id } = await newInbound(client, channel.id, lead.id);
  await newInbound(client, second.id, lead.id);
  const now = async () => (await client.get(`/conversations/${id}`)).body.data;
  const close = () => client.patch(`/conversations/${id}`, { state: "closed" });
  const flowTo = (data: object) =>
    newFlow(
      client,
      { hello: ["message", { text: "Hello" }], person: ["handoff", data] },
      "hello > person",
    );

  const flow = await flowTo({ assignee_id: camille.id });
  expect(flow.warnings).toEqual(undefined);
  const checks = await client.post(`/scenarios/${flow.id}/check`, {});
  expect(checks.body.data.warnings.map(({ code }: { code: string }) => code)).not.toContain(
    "unknown_assignee",
  );
  const simulated = await client.post(`/scenarios/${flow.id}/simulate`, { lead: {} });
  expect(simulated.body.data.trail.at(-1).detail).toEqual({
    reason: null,
    assignee_id: camille.id,
  });
  await close();
  const run = await enrol(client, flow.id, lead.id);
  await settle(client);
  expect(await trailOf(run)).toEqual(["hello next", "person handoff"]);
  expect(await now()).toMatchObject({
    state: "open",
    assignee: { id: camille.id, name: "Camille" },
  });
  const { body } = await client.get("/events?type[]=conversation.updated&type[]=run.handed_off");
  expect(body.data).toMatchObject([
    { type: "run.handed_off" },
    {
      actor: { type: "run", id: run.id },
      data: { conversation_id: id, changed: ["state", "assignee"], state: "open" },
    },
    { actor: { type: "token" }, data: { state: "closed" } },
  ]);

  await close();
  await enrol(client, (await flowTo({})).id, lead.id);
  await settle(client);
  expect(await now()).toMatchObject({ state: "open", assignee: null });

  for (const stranger of [reader.id, 4_000_000_000]) {
    const { warnings } = (
      await client.post("/scenarios", {
        name: "Unable",
        platform: "whatsapp",
        nodes: [{ id: "a", type: "handoff", data: { assignee_id: stranger } }],
      })
    ).body;
    expect(warnings).toMatchObject([{ code: "unknown_assignee", path: "data.assignee_id" }]);
  }

  const late = await flowTo({ assignee_id: camille.id });
  await client.delete(`/tokens/${camille.id}`);
  await close();
  const last = await enrol(client, late.id, lead.id);
  await settle(client);
  await stepDue(client);
  expect((await runNow(client, last)).state).toBe("handed_off");
  expect(await now()).toMatchObject({ state: "open", assignee: null });
});
