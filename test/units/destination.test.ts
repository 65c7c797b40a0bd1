import { describe, expect, it } from "vitest";
import { resolve, sampleUrl, withVisitorQuery } from "#features/links/destination";
import { isOwn } from "#lib/own-url";

const BASE = "https://sho.rt";
const resolved = (destination: string, values: Record<string, string> = {}) =>
  resolve(destination, BASE, (name) => values[name]).location;

describe("a destination with values", () => {
  it("has at most 16,384 characters, and is not filled beyond", () => {
    let reads = 0;
    const resolution = resolve(`https://example.com/?q=${"{{a}}".repeat(400)}`, BASE, () => {
      reads++;
      return "漢".repeat(60_000);
    });
    expect(resolution).toEqual({ location: null, refusal: "length" });
    expect(reads).toBe(1);
  });
});

describe("destinations", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTP://EXAMPLE.com/Path?Q=1#F", "http://example.com/Path?Q=1#F"],
    ["https://bücher.example/ü?ö=ä", "https://xn--bcher-kva.example/%C3%BC?%C3%B6=%C3%A4"],
    ["http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080/"],
    ["https://example.com./", "https://example.com./"],
    ["https://example.com/@user?mail=a@b.c", "https://example.com/@user?mail=a@b.c"],
    ["https://example.com/a%2Fb?c=%20d", "https://example.com/a%2Fb?c=%20d"],
    ["https://example.com?x=1", "https://example.com/?x=1"],
    ["https://notsho.rt/", "https://notsho.rt/"],
    ["https://www.sho.rt/", "https://www.sho.rt/"],
  ])("may be %s", (destination, expected) => {
    expect(sampleUrl(destination)?.href).toBe(expected);
    expect(resolved(destination)).toBe(expected);
  });

  it.each([
    "",
    "example.com",
    "//evil.com",
    "/path",
    "javascript:alert(1)",
    "JavaScript://example.com/%0Aalert(1)",
    "data:text/html,x",
    "ftp://example.com/",
    "file:///etc/passwd",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https://\\example.com",
    "https://",
    "https://?q",
    "https://good.com@evil.com/",
    "https://user:pass@example.com/",
    "https://@example.com/",
    "https://:@example.com/",
    "https://exa mple.com/",
    "https://example.com/a b",
    "https://example.com/\r\nSet-Cookie: a=b",
    "https://example.com/\ta",
    "java\tscript:alert(1)",
    "https://\t/evil.com",
    "https://example.com/\u0085",
    "https://example.com/\u2028",
    "https://exa<mple.com/",
    "https://a..b/",
    "https://.example.com/",
    "https://example.com:99999/",
    "https://999.1.1.1/",
    "https://\\/{{shop}}",
  ])("may not be %j", (destination) => {
    expect(sampleUrl(destination)).toBeNull();
    expect(resolved(destination)).toBeNull();
  });

  it.each([
    "https://{{shop}}.example.com/",
    "https://{{shop|demo}}.example.com/",
    "https://example.com:{{port|8080}}/",
    "{{scheme}}://example.com/",
    "{{landing_page}}",
    "{{landing_page|https://example.com/}}",
    "{{landing_page}}/{{first_name}}",
    "https://example.com/{{first_name|dear friend}}",
  ])("may be %s", (destination) => {
    expect(sampleUrl(destination)).not.toBeNull();
  });

  it.each([
    "https://{{first_name}}.example.com/",
    "https://{{shop|a/b}}.example.com/",
    "https://{{shop|a@b}}.example.com/",
    "https://example.com:{{port}}/",
    "{{landing_page|javascript:alert(1)}}",
    "{{landing_page|/path}}",
    "{{scheme|javascript}}://example.com/",
    "{{username}}",
    "https://{{user}}@example.com/",
    "https:/{{gap|.}}/{{first_name}}/x",
    "https:{{gap|//}}{{first_name}}/x",
    "https:/{{first_name}}/x",
    "https://example.com/{{",
  ])("may not be %s", (destination) => {
    expect(sampleUrl(destination)).toBeNull();
  });

  it.each([
    "https://sho.rt/x",
    "http://SHO.RT./",
    "https://sho.rt:443/",
    "https://sho.rt:8443/",
    "https://ſho.rt/",
  ])("recognise %s as the service's own", (destination) => {
    expect(isOwn(new URL(destination), BASE)).toBe(true);
    expect(resolved(destination)).toBeNull();
  });

  it("distinguish the service's own port from others when short links have one", () => {
    expect(isOwn(new URL("http://localhost:8787/x"), "http://localhost:8787")).toBe(true);
    expect(isOwn(new URL("http://localhost:3000/x"), "http://localhost:8787")).toBe(false);
  });

  it.each([
    ["{{landing_page}}", { landing_page: "https://sho.rt/loop" }],
    ["{{landing_page}}", { landing_page: "https://good.com@evil.com/" }],
    ["{{landing_page}}", { landing_page: "https://exa mple.com" }],
    ["{{landing_page}}@evil.com/", { landing_page: "https://good.com" }],
    ["https://{{host}}/", { host: "sho.rt" }],
    ["https://{{host}}/", { host: "ＳＨＯ.rt" }],
    ["https://{{host}}/", { host: "sho.rt." }],
    ["{{scheme}}://example.com", { scheme: "javascript" }],
    ["https://{{shop}}.example.com/", {}],
    ["https://{{shop}}/", {}],
    ["https:/{{gap|.}}/{{first_name}}/x", { first_name: "evil.example" }],
    ["https://x.co/{{v}}", { v: "x".repeat(16_384) }],
  ])("are checked again after %s is filled with %j", (destination, values) => {
    expect(resolved(destination, values as Record<string, string>)).toBeNull();
  });

  it.each([
    ["https://x.co/{{v}}?q={{v}}#{{v}}", { v: "{{first_name}}" }],
    ["{{url}}", { url: "https://x.co/{{a}}?b={{c}}#{{d}}" }],
    ["https://x.co/?q={{{v}}{x}{{v}}}#{{{v}}{", {}],
  ])("never show a placeholder: %s", (destination, values) => {
    expect(resolved(destination, values as Record<string, string>)).not.toMatch(/\{\{|^$/);
  });

  it.each([
    ["https://x.co/", "", "https://x.co/"],
    ["https://x.co/", "?", "https://x.co/"],
    ["https://x.co/", "?a=1&b=%C3%A9+%20x", "https://x.co/?a=1&b=%C3%A9+%20x"],
    ["https://x.co/?a=1", "?a=2&b=3", "https://x.co/?a=1&b=3"],
    ["https://x.co/?a=1", "?a=2", "https://x.co/?a=1"],
    ["https://x.co/?", "?a=2", "https://x.co/?a=2"],
    ["https://x.co/#f", "?a=2", "https://x.co/?a=2#f"],
    ["https://x.co/?a=1#f?a", "?b=2", "https://x.co/?a=1&b=2#f?a"],
    ["https://x.co/?%61=1", "?a=2&A=3", "https://x.co/?%61=1&A=3"],
    ["https://x.co/?a=1", "?%61=2", "https://x.co/?a=1"],
    ["https://x.co/", "?a=1&a=2&&c", "https://x.co/?a=1&a=2&c"],
    ["https://x.co/?a[]=1", "?a[]=2&a[0]=3", "https://x.co/?a[]=1&a[0]=3"],
    ["https://x.co/?a=1", "??a=2", "https://x.co/?a=1&?a=2"],
    ["https://x.co/", "?b={{first_name}}", "https://x.co/?b=%7B%7Bfirst_name}}"],
  ])("%s visited with %j leads to %s", (url, search, expected) => {
    expect(withVisitorQuery(url, search)).toBe(expected);
  });
});
