import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const leadCount = async (query: string) => (await idsOf(client, `/leads?${query}`)).length;

describe("what is deleted while a request runs", () => {
  /** Deletes rows between the request's first and second round trip. */
  const deletingMeanwhile = (statement: D1PreparedStatement) => {
    let trips = 0;
    const DB = new Proxy(testEnv.DB, {
      get: (target, property) => {
        const method = Reflect.get(target, property);
        if (property !== "batch")
          return typeof method === "function" ? method.bind(target) : method;
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          if (++trips === 1) await statement.run();
          return results;
        };
      },
    });
    return { fetcher: (request: Request) => serve(request, { DB }) };
  };

  it("fails the enrolment as a whole: no lead is created without its run", async () => {
    const [scenario, tag] = [await newScenario(client), await newTag(client)];
    const gone = testEnv.DB.prepare("delete from scenarios where id = ?").bind(scenario.id);
    const json = { first_name: "Orphan", ext_id: "orphan", tag_ids: [tag.id] };
    const { status } = await client.post(
      `/scenarios/${scenario.id}/leads`,
      json,
      deletingMeanwhile(gone),
    );
    expect(status).toBe(404);
    expect(await leadCount("name=orphan")).toBe(0);
  });

  it("lets an upsert create the lead again", async () => {
    const lead = await newLead(client, { ext_id: "vanishing" });
    const gone = testEnv.DB.prepare("delete from leads where id = ?").bind(lead.id);
    const { status, body } = await client.post(
      "/leads?upsert=1",
      { ext_id: "vanishing" },
      deletingMeanwhile(gone),
    );
    expect(status).toBe(201);
    expect(body.data.id).not.toBe(lead.id);
  });
});
