import { expect, it } from "vitest";
import { newWorkspace } from "../support/api";
import { newImport, rowsOf, run } from "../support/import-files";

const CSV = { headers: { Accept: "text/csv" } };

it("keeps a spreadsheet from calculating the name of a column", async () => {
  const client = await newWorkspace();
  const name = "=HYPERLINK(1)";
  const sent = await newImport(client, `${name},constructor,warmth\n1,2,boiling\n`);
  expect(sent.columns).toEqual([name, "constructor", "warmth"]);
  const mapping = { [name]: "ext_id", constructor: "variables.constructor", warmth: "warmth" };
  await run(client, sent.id, { mode: "upsert", mapping });
  const { text } = await client.get(`/imports/${sent.id}/rows`, undefined, CSV);
  expect(text.split("\r\n")[0]).toBe(`'${name},constructor,warmth,errors`);
  const again = await newImport(client, text.replace("boiling", "hot"));
  expect(again.columns).toEqual([name, "constructor", "warmth", "errors"]);
  const { counts } = await run(client, again.id, { mode: "upsert", mapping });
  expect(counts).toMatchObject({ created: 1, invalid: 0 });
});

it("passes over members of NDJSON whose names no mapping can have", async () => {
  const client = await newWorkspace();
  const line = (character: string) =>
    `${JSON.stringify({ ext_id: character, [character.repeat(1_040_000)]: 1 })}\n`;
  const { id, columns, mapping } = await newImport(client, line("a") + line("b"));
  expect(columns).toEqual(["ext_id"]);
  const { counts } = await run(client, id, { mode: "upsert", mapping });
  expect(counts.created).toBe(2);
  expect(await rowsOf(client, id)).toEqual([]);
});

it("goes on at members that can't be made a text", async () => {
  const client = await newWorkspace();
  const odd = { toString: 1 };
  const own = { is_optout: false, enrolled_at: null, profile_extracted_at: null };
  const more = { whatsapp_phone_number_id: null, updated_at: null };
  const lines = [
    { ext_id: "a", tags: [{ label: odd }, odd], full: odd, website: odd, active: odd },
    { ext_id: "b", tags: [{ label: odd }, odd], ...own, ...more },
    { ext_id: "c" },
  ];
  const file = lines.map((line) => JSON.stringify(line)).join("\n");
  const { id } = await newImport(client, file);
  const mapping = { ext_id: "ext_id", tags: "tags", full: "full_name", is_optout: "is_optout" };
  const { state, counts } = await run(client, id, { mode: "upsert", mapping });
  expect([state, counts.created, counts.invalid]).toEqual(["completed", 2, 1]);
});
