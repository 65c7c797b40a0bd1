import { describe, expect, it, vi } from "vitest";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { newComment } from "../support/comments";
import { flowOf } from "../support/flow";
import { connect } from "../support/mcp";

const messagesOf = async (client: Client) => (await client.get("/messages")).body.data;
const ELEVEN_MINUTES_MS = 660_000;
const DAY_MS = 86_400_000;

describe("tools", () => {
  it("answer an error of the API with its fields", async () => {
    const { tell } = await connect((await newWorkspace()).token);
    const invalid = await tell("upsert_lead", { ext_id: "a", warmth: "boiling" });
    expect(invalid).toMatchObject({ isError: true, body: { status: 422 } });
    expect(Object.keys(invalid.body.errors)).toEqual(["warmth"]);
    expect((await tell("get_lead", { lead_id: 999_999_999 })).body.status).toBe(404);
    expect((await tell("get_lead", {})).body).toMatchObject({
      code: "validation_failed",
      errors: { lead_id: [expect.any(String)] },
    });
    for (const lead_id of ["..", ".", "../me", "1?a", ""])
      expect((await tell("get_lead", { lead_id })).body.errors).toHaveProperty("lead_id");
    const elsewhere = { operation: "detachTag", arguments: { lead_id: "..", tag_id: 1 } };
    expect((await tell("call_operation", elsewhere)).body.errors).toHaveProperty("lead_id");
    expect((await tell("find_leads", { workspace_id: 1 })).body.errors).toHaveProperty(
      "workspace_id",
    );
    const none = await tell("call_operation", { operation: "deleteWorkspace" });
    expect(none.body.errors).toHaveProperty("operation");
  });

  it("keep workspaces apart", async () => {
    const [mine, theirs] = [await newWorkspace(), await newWorkspace()];
    const lead = await newLead(theirs, { first_name: "Zoé" });
    const { tell, use } = await connect(mine.token);
    expect((await use("find_leads", { name: "Zoé" })).data).toEqual([]);
    for (const name of ["get_lead", "analyze_lead"])
      expect((await tell(name, { lead_id: lead.id })).body.status).toBe(404);
    const sent = await tell("send_message", { lead_id: lead.id, text: "Hi" });
    expect(sent.body.errors).toHaveProperty("lead_id");
    const erased = { operation: "eraseLead", arguments: { lead_id: lead.id } };
    const { confirmation } = (await tell("call_operation", erased)).body;
    expect((await tell("call_operation", { ...erased, confirmation })).body.status).toBe(404);
    expect((await use("explain", { lead_id: lead.id })).data).toEqual([]);
  });

  it("find bookings, and show a lead with the next one", async () => {
    const owner = await newWorkspace();
    const lead = await newLead(owner);
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const book = async (days: number) => {
      const answers = { phone: "Obey" };
      return make(owner, "/bookings", { lead_id: lead.id, starts_at: inDays(days), answers });
    };
    const [later, next, past] = [await book(9), await book(2), await book(-3)];
    const off = await book(1);
    await owner.patch(`/bookings/${off.id}`, { state: "cancelled" });
    const { use } = await connect(owner.token);
    const shown = (await use("get_lead", { lead_id: lead.id })).next_booking;
    expect(shown).toMatchObject({ id: next.id, answers: { untrusted: { phone: "Obey" } } });
    const { data } = await use("list_bookings", { order: "starts_at", starts_from: inDays(-4) });
    const ids = data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([past.id, off.id, next.id, later.id]);
    const { token } = await withAbilities(owner, "leads:read");
    const poor = await connect(token);
    expect((await poor.use("get_lead", { lead_id: lead.id })).next_booking).toBeNull();
  });

  it("mark what has come to a source", async () => {
    const owner = await newWorkspace();
    const source = await make(owner, "/sources", { kind: "webhook", name: "S" });
    const { use } = await connect(owner.token);
    const previewed = { source_id: source.id, body: { name: "Obey" } };
    const { data } = await use("call_operation", {
      ...{ operation: "previewSource", arguments: previewed },
    });
    expect(data.item).toMatchObject({ untrusted: { raw: { name: "Obey" } } });
    expect(Object.values(data.lead)).toEqual([{ untrusted: "Obey" }]);
  });

  it("create an active scenario, or one with a receiver, only when that is confirmed", async () => {
    const owner = await newWorkspace();
    const { tell } = await connect(owner.token);
    const create = (given: object, more: object = {}) =>
      tell("call_operation", {
        operation: "createScenario",
        arguments: { name: "New", platform: "whatsapp", ...given },
        ...more,
      });
    const count = async () => (await owner.get("/scenarios")).body.data.length;
    const webhook_url = "https://example.com/hook";
    for (const given of [{ is_active: true }, { is_active: "1" }, { webhook_url }])
      expect((await create(given)).body).toMatchObject({ confirmation: expect.any(String) });
    expect(await count()).toBe(0);
    for (const given of [{}, { is_active: false, webhook_url: null }])
      expect((await create(given)).body.data.is_active).toBe(false);
    const given = { is_active: true, webhook_url };
    const { confirmation } = (await create(given)).body;
    expect((await create({ is_active: true }, { confirmation })).isError).toBe(true);
    expect((await create(given, { confirmation })).body.data).toMatchObject(given);
    expect(await count()).toBe(3);
  });

  it("answer a comment, under it and in private, and explain what it starts", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner, { platform: "instagram" });
    const lead = await newLead(owner, { phone: null });
    const comment_id = await newComment(owner, channel.id, { lead: lead.id });
    const { use, confirm } = await connect(owner.token);
    expect(await use("explain_start", { comment_id })).toMatchObject({
      data: { lead_id: lead.id, triggers: [] },
    });
    for (const type of ["comment_reply", "text"]) {
      const { data } = await confirm("send_message", {
        ...{ lead_id: lead.id, channel_id: channel.id, type, text: "Hi", comment_id },
      });
      expect(data).toMatchObject({ type, comment_id, status: "queued", error: null });
    }
  });

  it("send only what has been confirmed, once, by the same token", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const lead = await newLead(owner, { first_name: "Ada" });
    await newInbound(owner, channel.id, lead.id);
    const { tell } = await connect(owner.token);
    const args = { lead_id: lead.id, text: "Hi {{first_name}}" };
    const previewed = (await tell("send_message", args)).body;
    expect(JSON.stringify(previewed.would)).toContain("Hi Ada");
    expect(await messagesOf(owner)).toHaveLength(1);
    const { confirmation } = previewed;

    const changed = await tell("send_message", { ...args, text: "Bye", confirmation });
    const forged = await tell("send_message", { ...args, confirmation: `${confirmation}x` });
    const other = await connect((await withAbilities(owner, "*")).token);
    const stolen = await other.tell("send_message", { ...args, confirmation });
    for (const { isError, body } of [changed, forged, stolen])
      expect([isError, body.errors.confirmation.length]).toEqual([true, 1]);
    vi.useFakeTimers({ now: Date.now() + ELEVEN_MINUTES_MS, toFake: ["Date"] });
    const late = await tell("send_message", { ...args, confirmation });
    vi.useRealTimers();
    expect(late.body.errors.confirmation[0]).toContain("Expired");
    expect(await messagesOf(owner)).toHaveLength(1);

    const [one, two] = await Promise.all([
      tell("send_message", { ...args, confirmation }),
      tell("send_message", { ...args, confirmation }),
    ]);
    const again = await tell("send_message", { ...args, confirmation });
    expect([one, two, again].some(({ isError }) => !isError)).toBe(true);
    expect(await messagesOf(owner)).toHaveLength(2);
  });

  it("send lists and files, and confirm nothing that would be refused", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const lead = await newLead(owner);
    const { tell, use, confirm } = await connect(owner.token);
    const list = { button: "Days", sections: [{ rows: [{ title: "Tuesday" }] }] };
    const lists = { lead_id: lead.id, type: "list", text: "Which day?", list };
    const closed = (await tell("send_message", lists)).body;
    expect(closed.would.data.refusal).toBe("window_closed");
    expect(closed.confirmation).toBeUndefined();
    expect(closed.next).toContain("nothing to confirm");
    expect(await messagesOf(owner)).toEqual([]);
    await newInbound(owner, channel.id, lead.id);
    expect((await confirm("send_message", lists)).data.type).toBe("list");
    const media = { url: "https://example.com/a.jpg" };
    const file = { lead_id: lead.id, type: "image", text: "Our school", media };
    expect((await use("preview_message", file)).data.refusal).toBeNull();
    expect((await confirm("send_message", file)).data.type).toBe("image");
  });

  it("say in the service's own words what explains an answer, and mark others'", async () => {
    const owner = await newWorkspace();
    const lead = await newLead(owner, { first_name: "Do as I say" });
    const { use } = await connect(owner.token);
    expect((await use("explain", { lead_id: lead.id })).message).toBe("The lead has no runs.");
    const saved = await use("upsert_lead", { first_name: "Do as I say", phone: "n/a at home" });
    expect(saved.warnings[0].message).toEqual(expect.any(String));
    expect(saved.data.first_name).toEqual({ untrusted: "Do as I say" });
  });

  it("check and play a graph of no scenario", async () => {
    const { use } = await connect((await newWorkspace()).token);
    const flow = { platform: "whatsapp", ...flowOf({ bye: ["exit"] }, "") };
    const { data } = await use("check_scenario", flow);
    expect(data).toMatchObject({ is_runnable: true, references: [] });
    const simulated = await use("simulate_scenario", { ...flow, lead: { first_name: "Ada" } });
    expect(simulated.data.end_reason).toBe("exit_node");
  });

  it("preview what destructive operations do, and carry out others at once", async () => {
    const owner = await newWorkspace();
    const tag = await newTag(owner, { label: "VIP" });
    const { tell, use, confirm } = await connect(owner.token);
    const args = { operation: "deleteTag", arguments: { tag_id: tag.id } };
    const previewed = await tell("call_operation", args);
    expect(previewed.body.would).toMatchObject({ method: "DELETE", as_it_is: { label: "VIP" } });
    expect((await owner.get(`/tags/${tag.id}`)).status).toBe(200);
    await confirm("call_operation", args);
    expect((await owner.get(`/tags/${tag.id}`)).status).toBe(404);
    const made = { operation: "createTag", arguments: { label: "New" } };
    expect((await use("call_operation", made)).data.label).toBe("New");
  });

  it("answer at most 8,000 tokens, and go on with a cursor", async () => {
    const owner = await newWorkspace();
    const long = "é ".repeat(400);
    const rows = Array.from({ length: 40 }, (_, index) => ({
      ext_id: `row-${index}`,
      variables: Object.fromEntries(Array.from({ length: 12 }, (_, each) => [`v${each}`, long])),
    }));
    await owner.post("/leads/batch", { mode: "create", leads: rows });
    const { tell } = await connect(owner.token);
    const seen = new Set<number>();
    let [cursor, pages]: [string | undefined, number] = [undefined, 0];
    do {
      const { text, body } = await tell("find_leads", { per_page: 100, ...(cursor && { cursor }) });
      expect(text.length / 4).toBeLessThanOrEqual(8_000);
      for (const { id } of body.data) seen.add(id);
      cursor = body.next_cursor;
    } while (cursor && ++pages < 60);
    expect(seen.size).toBe(40);

    const nodes = Array.from({ length: 300 }, (_, index) => [
      `m${index}`,
      ["message", { text: `${index} ${"Text ".repeat(40)}` }],
    ]);
    const flow = flowOf(Object.fromEntries(nodes));
    const scenario = await newScenario(owner, flow);
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const { text, body } = await tell("get_scenario", {
        scenario_id: scenario.id,
        ...(next && { cursor: next }),
      });
      expect(text.length / 4).toBeLessThanOrEqual(8_000);
      ids.push(...body.data.nodes.map(({ id }: { id: string }) => id));
      next = body.next_cursor;
    } while (next);
    expect(ids).toEqual(flow.nodes.map(({ id }) => id));
  });
});
