import { describe, expect, it } from "vitest";
import {
  fill,
  misspeltField,
  parseTemplate,
  recipientChoosesHost,
  type Template,
  valuesOf,
} from "#features/links/placeholders";

const filled = (destination: string, values: Record<string, string> = {}) =>
  fill(parseTemplate(destination)!, (name) => values[name]);

describe("placeholders", () => {
  const lookup = valuesOf({
    ...{ id: 5, first_name: "Ana", last_name: "Vidal", username: null, phone: null, ext_id: null },
    email: "ana@example.com",
    variables: { city: "Lyon", EMAIL: "own", "variables.plan": "a", plan: "b", first_name: "c" },
  });

  it.each([
    ["first_name", "Ana"],
    ["First_Name", "Ana"],
    ["FULL_NAME", "Ana Vidal"],
    ["Lead_Id", "5"],
    ["email", "ana@example.com"],
    ["Email", "ana@example.com"],
    ["EMAIL", "own"],
    ["city", "Lyon"],
    ["City", undefined],
    ["variables.city", "Lyon"],
    ["variables.plan", "a"],
    ["variables.first_name", "c"],
    ["variables.email", undefined],
    ["name", undefined],
  ])("find fields in any case, and variables by their own name: %s", (name, value) => {
    expect(lookup(name)).toBe(value);
  });

  it.each([
    ["name", "full_name"],
    ["Name", "full_name"],
    ["frist_name", "first_name"],
    ["firstname", "first_name"],
    ["First Name", "first_name"],
    ["last-name", "last_name"],
    ["e-mail", "email"],
    ["phone_number", "phone"],
    ["first_name", undefined],
    ["FIRST_NAME", undefined],
    ["variables.frist_name", undefined],
    ["city", undefined],
    ["company", undefined],
    ["company_name", undefined],
    ["", undefined],
    ["1", undefined],
  ])("may mean a field: %s is taken for %s", (name, near) => {
    expect(misspeltField(name)).toBe(near);
  });

  it.each([
    ["https://x.co/{{a}}", "path"],
    ["https://x.co/p/{{a}}.html", "path"],
    ["https://x.co/p?q={{a}}", "query"],
    ["https://x.co?q={{a}}", "query"],
    ["https://x.co/p?q=1#{{a}}", "fragment"],
    ["https://x.co#{{a}}?q=", "fragment"],
    ["https://{{a}}.x.co/", "host"],
    ["https://{{a}}", "host"],
    ["https://x.co:{{a}}/", "host"],
    ["https://{{a}}@x.co/", "host"],
    ["https://x.co{{a}}", "host"],
    ["https://x.co\\{{a}}", "host"],
    ["{{a}}://x.co", "scheme"],
    ["ht{{a}}://x.co", "scheme"],
    ["javascript:{{a}}", "scheme"],
    ["{{a}}", "url"],
    ["{{a}}/p", "url"],
  ])("have a place: %s is in the %s", (destination, place) => {
    expect(parseTemplate(destination)!.find((part) => typeof part !== "string")).toMatchObject({
      name: "a",
      place,
    });
  });

  it.each([
    ["{{a}}{{b}}", ["url", "host"]],
    ["{{a}}.{{b}}/{{c}}?{{d}}#{{e}}", ["url", "host", "path", "query", "fragment"]],
    ["{{a}}@{{b}}", ["url", "host"]],
    ["{{a}}/{{b}}", ["url", "path"]],
  ])(
    "takes what follows a whole URL for its host until a path begins: %s",
    (destination, places) => {
      const parts = parseTemplate(destination)!.filter((part) => typeof part !== "string");
      expect(parts.map(({ place }) => place)).toEqual(places);
    },
  );

  it.each([
    "https://x.co/{{a",
    "https://x.co/a}}",
    "https://x.co/{{}}",
    "https://x.co/{{ }}",
    "https://x.co/{{|d}}",
    "https://x.co/{{a{{b}}}}",
    "https://x.co/{{a}b}}",
    "https://x.co/}}{{",
  ])("refuses %s", (destination) => {
    expect(parseTemplate(destination)).toBeNull();
  });

  it("leaves single braces alone, and reads names with spaces and defaults with pipes", () => {
    expect(filled("https://x.co/{a}")).toBe("https://x.co/{a}");
    expect(filled("https://x.co/{{ full_name }}", { full_name: "Ada" })).toBe("https://x.co/Ada");
    expect(filled("https://x.co/?q={{shoe size| 40|41 }}")).toBe("https://x.co/?q=40%7C41");
    expect(filled("https://x.co/{{shoe size}}", { "shoe size": "42" })).toBe("https://x.co/42");
  });

  it.each([
    ["path", "https://x.co/{{v}}/end", "https://x.co/", "/end"],
    ["query", "https://x.co/?q={{v}}&r=1", "https://x.co/?q=", "&r=1"],
    ["fragment", "https://x.co/#{{v}}", "https://x.co/#", ""],
  ])("encodes values in the %s so that they stay one value", (_, destination, before, after) => {
    for (const value of [
      "a b",
      "a/b",
      "a?b",
      "a#b",
      "a&b=c",
      "a+b",
      "100%",
      "%2F",
      "é",
      "🎉",
      "a\\b",
      "a\r\nb",
      "{{x}}",
      '"<>',
      "@",
      ":",
    ]) {
      expect(filled(destination, { v: value })).toBe(
        `${before}${encodeURIComponent(value)}${after}`,
      );
    }
  });

  it.each([
    ["https://x.co/u/{{v}}/edit", "..", "https://x.co/u//edit"],
    ["https://x.co/u/{{v}}", ".", "https://x.co/u/"],
    ["https://x.co/u/.{{v}}/edit", ".", "https://x.co/u/./edit"],
    ["https://x.co/u/{{v}}{{v}}/edit", ".", "https://x.co/u//edit"],
    ["https://x.co/u/{{v}}", "...", "https://x.co/u/..."],
    ["https://x.co/u/{{v}}", "%2e%2e", "https://x.co/u/%252e%252e"],
    ["https://x.co/?q={{v}}", "..", "https://x.co/?q=.."],
  ])("lets no value climb out of its path: %s with %s", (destination, value, expected) => {
    expect(filled(destination, { v: value })).toBe(expected);
  });

  it.each([
    [undefined, "friend"],
    ["", "friend"],
    ["  ", "friend"],
    [" Ada ", "Ada"],
    ["0", "0"],
  ])("turns the value %j with the default `friend` into %s", (value, expected) => {
    expect(filled("https://x.co/{{n|friend}}", value === undefined ? {} : { n: value })).toBe(
      `https://x.co/${expected}`,
    );
  });

  it("turns a missing value without a default into nothing", () => {
    expect(filled("https://x.co/{{a}}/b?c={{d}}#{{e}}")).toBe("https://x.co//b?c=#");
  });

  it("repairs a lone surrogate instead of failing", () => {
    expect(filled("https://x.co/{{v}}", { v: "a\ud800" })).toBe("https://x.co/a%EF%BF%BD");
  });

  it.each([
    "evil.com/",
    "evil.com#",
    "evil.com?",
    "good@evil.com",
    "evil.com\\",
    "a:80",
    "a b",
    "[::1]",
    "evil．com",
    "a%2Fb",
    "a\tb",
  ])("lets no value break out of the host: %j", (value) => {
    expect(filled("https://{{v}}.x.co/", { v: value })).toBeNull();
    expect(filled("https://x.co{{v}}", { v: value })).toBeNull();
  });

  it("writes a host as it is", () => {
    expect(filled("https://{{shop}}.x.co/", { shop: "my-shop.eu" })).toBe(
      "https://my-shop.eu.x.co/",
    );
    expect(filled("https://{{shop}}.x.co/", { shop: "bücher" })).toBe("https://bücher.x.co/");
  });

  it.each([
    "javascript:alert(1)",
    "https:",
    "https://",
    "//x.co",
    "x.co",
    "ftp://x.co",
    "https:///x.co",
    "https:\\\\x.co",
    "",
  ])("takes no %j for a whole URL", (value) => {
    expect(filled("{{url}}", { url: value })).toBeNull();
    expect(filled("{{url}}//evil.com/", { url: value })).toBeNull();
  });

  it.each([
    ["{{first_name}}", true],
    ["https://{{First_Name}}.x.co/", true],
    ["{{email}}://x.co", true],
    ["https://{{username}}.x.co", true],
    ["https://x.co{{phone}}/", true],
    ["{{base}}{{full_name}}", true],
    ["{{base}}@{{ext_id}}/", true],
    ["https://x.co:{{lead_id}}", true],
    ["{{base}}/{{first_name}}", false],
    ["https://x.co/{{first_name}}?{{last_name}}#{{email}}", false],
    ["https://{{shop}}.x.co/", false],
    ["{{landing_page}}", false],
  ])("knows whether a recipient would choose the host of %s: %s", (destination, expected) => {
    expect(recipientChoosesHost(parseTemplate(destination) as Template)).toBe(expected);
  });
});
