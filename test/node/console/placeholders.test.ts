import { describe, expect, it } from "vitest";
import { lookupOf, partsOf } from "../../../src/console/screens/links/placeholders";
import { fill, parseTemplate, valuesOf } from "../../../src/features/links/placeholders";

const lead = {
  id: 7,
  first_name: "Zoë & Max",
  last_name: null,
  username: " zoe ",
  email: "zoe@example.com",
  phone: "+33639980407",
  ext_id: "..",
  variables: {
    city: "São Paulo",
    res: { plan: "pro", days: [3] },
    host: "eu.example.com",
    site: "https://example.net",
    empty: "",
    list: [1],
    "a.b": true,
  },
};

describe("the console's preview of a destination", () => {
  it.each([
    "https://example.com/",
    "https://example.com/{{first_name}}?n={{full_name}}&u={{username}}#{{city}}",
    "https://example.com/{{ext_id}}/x",
    "https://example.com/?e={{ext_id}}",
    "https://{{host}}/a/{{res.plan}}/{{res.days.0}}/{{a.b}}",
    "{{site}}/path?x={{lead_id}}",
    "{{site}}{{host}}",
    "{{scheme|https}}://example.com/{{empty|none}}/{{list|a b}}/{{missing}}",
    "https://example.com?{{ last_name | A|B }}",
  ])("fills %s as the service does", (destination) => {
    const template = parseTemplate(destination);
    expect(template).not.toBeNull();
    const filled = partsOf(destination, lookupOf(lead))
      .map(({ text }) => text)
      .join("");
    expect(filled).toBe(fill(template ?? [], valuesOf(lead)));
  });

  it("tells where each value comes from", () => {
    const parts = partsOf("https://a.example/{{city}}/{{plan|free}}/{{nope}}", lookupOf(lead));
    expect(parts.filter(({ kind }) => kind !== "text")).toEqual([
      { kind: "value", name: "city", text: "S%C3%A3o%20Paulo" },
      { kind: "default", name: "plan", text: "free" },
      { kind: "missing", name: "nope", text: "" },
    ]);
  });
});
