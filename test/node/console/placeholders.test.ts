import { describe, expect, it } from "vitest";
import { faultOf, followed, lookupOf, partsOf } from "#console/screens/links/placeholders";
import { resolve, sampleUrl } from "#features/links/destination";
import { fill, parseTemplate, valuesOf } from "#features/links/placeholders";

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
    shop: "evil.example/#",
    quoted: "a b",
    dots: "..",
    script: "javascript",
    markup: "<img src=x onerror=alert(1)>",
    long: "x".repeat(9_000),
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

  it.each([
    "https://example.com/{{first_name}}?e={{ext_id}}#{{markup}}",
    "https://{{host}}/{{markup}}",
    "https://{{shop}}.example.com/",
    "https://{{quoted}}.example.com/",
    "https://{{missing}}.example.com/",
    "https://{{dots}}example.com/",
    "https://example.com/{{dots}}/{{dots|x}}",
    "{{script}}://example.com/",
    "{{scheme|https}}://example.com/{{shop}}",
    "{{site}}/path",
    "{{shop}}/path",
    "{{missing}}/path",
    "https://user@{{host}}/",
    "https://short.example/{{city}}",
    "https://short.example:8443/{{city}}",
    "https://{{own|short.example.}}/",
    "https://example.com/{{long}}{{long}}",
    "https://example.com/مرحبا?n={{first_name|ليلى}}",
  ])("leads a lead by %s where the service does, or nowhere", (destination) => {
    const base = "https://short.example";
    const { location } = resolve(destination, base, valuesOf(lead));
    expect(followed(partsOf(destination, lookupOf(lead)), `${base}/slug`)).toBe(location);
  });

  it("tells where each value comes from", () => {
    const destination = "https://{{shop}}.a.example/{{city}}/{{plan|free}}/{{nope}}";
    const parts = partsOf(destination, lookupOf(lead));
    expect(parts.filter(({ kind }) => kind !== "text")).toEqual([
      { kind: "unfit", name: "shop", text: "evil.example/#" },
      { kind: "value", name: "city", text: "S%C3%A3o%20Paulo" },
      { kind: "default", name: "plan", text: "free" },
      { kind: "missing", name: "nope", text: "" },
    ]);
  });

  it.each([
    ["https://example.com/{{city", "braces"],
    ["https://example.com/{{}}", "braces"],
    ["https://{{first_name}}.example.com/", "host"],
    ["{{email}}", "host"],
    ["https://{{host}}/{{first_name}}?e={{email}}", null],
    ["https://example.com?{{email}}", null],
  ])("says why %s is refused: %s", (destination, fault) => {
    expect(faultOf(destination)).toBe(fault);
    expect(sampleUrl(destination) === null).toBe(fault !== null);
  });
});
