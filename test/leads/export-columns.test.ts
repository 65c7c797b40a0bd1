import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  const tags = [await newTag(client, { label: "VIP" }), await newTag(client, { label: "Lyon" })];
  await newLead(client, {
    ...{ first_name: "Zoé", phone: "0639980001", email: "zoe@example.com" },
    variables: { city: "Lyon", "a.b": 7, seats: [1, 2], "=x": "y" },
    tag_ids: tags.map(({ id }) => id),
  });
  await newLead(client, { first_name: "Ana", phone: null, variables: { other: "z", seats: 3 } });
});

const csv = (columns: string[], type = "text/csv") =>
  client.get(
    `/leads/export?${columns.map((one) => `columns[]=${encodeURIComponent(one)}`).join("&")}`,
    undefined,
    { headers: { Accept: type } },
  );
const linesOf = (text: string) => text.trim().split("\r\n");

describe("the columns of an export of leads", () => {
  it("are those that are asked for, in their order", async () => {
    const { text } = await csv(["variables.city", "first_name", "phone", "tags", "variables.a.b"]);
    expect(linesOf(text)).toEqual([
      "variables.city,first_name,phone,tags,variables.a.b",
      ",Ana,,,",
      'Lyon,Zoé,"=""+33639980001""",VIP; Lyon,7',
    ]);
  });

  it("may be of variables that no lead has, or has as lists, and of conversations", async () => {
    const asked = ["variables.absent", "variables.seats", "variables.=x", "messages_count"];
    const { text } = await csv([...asked, "last_inbound_at", "data.plan"]);
    expect(linesOf(text)).toEqual([
      "variables.absent,variables.seats,variables.=x,messages_count,last_inbound_at,data.plan",
      ",3,,0,,",
      ',"[1,2]",y,0,,',
    ]);
    expect(linesOf((await csv(["variables.city", "variables"])).text)).toEqual([
      "variables.city,variables",
      ',"{""other"":""z"",""seats"":3}"',
      'Lyon,"{""a.b"":7,""seats"":[1,2],""=x"":""y""}"',
    ]);
  });

  it("are all without any, and those of JSON whatever is asked", async () => {
    const [all = ""] = linesOf((await csv([])).text);
    expect(all.split(",")).toEqual(
      expect.arrayContaining(["id", "variables.city", "variables", "data", "enrolled_at"]),
    );
    const everything = (await csv([], "application/x-ndjson")).text;
    expect((await csv(["phone"], "application/x-ndjson")).text).toBe(everything);
  });

  it("are refused by name where they are unknown or come twice", async () => {
    const answer = await csv(["phone", "phon", "variables", "variables.", "conversations"]);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        columns: [
          "The columns field has unknown members: phon (did you mean phone?), " +
            "variables. (did you mean variables?), conversations.",
        ],
      },
    ]);
    expect((await csv(["phone", "email", "phone"])).body.errors).toEqual({
      "columns.2": [expect.stringContaining("duplicate")],
    });
    expect((await csv(Array.from({ length: 400 }, (_, n) => `data.${n}`))).status).toBe(422);
  });
});
