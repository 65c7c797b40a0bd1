import { describe, expect, it } from "vitest";
import { hostsIn, isLocal } from "#lib/hosts";
import { isAllowedOutbound } from "#lib/outbound-url";

const rules = (allowsLoopback: boolean, forbiddenHosts: string[] = []) => ({
  allowsLoopback,
  forbiddenHosts,
});

const PUBLIC = [
  "https://gateway.example.com",
  "https://gateway.example.com/hooks/in?x=1#y",
  "HTTPS://Gateway.Example.COM/",
  "https://gateway.example.com:443/",
  "https://gateway.example.com:8443/",
  "https://gateway.example.com./",
  "https://bücher.example/",
  "https://example.xn--p1ai/",
  "https://10.0.0.1.example.com/",
  "https://local.example.com/",
  "https://example.com/@user",
  `https://example.com/${"x".repeat(2028)}`,
];

const LOOPBACK = [
  "http://localhost:8787/hooks",
  "http://localhost",
  "https://localhost:3000/",
  "http://127.0.0.1:9/",
  "http://[::1]:9000/",
  "http://0x7f.1/",
  "http://2130706433/",
];

const NEVER: Record<string, string[]> = {
  "what is no absolute http or https URL": [
    "",
    "gateway.example.com",
    "//gateway.example.com/",
    "/hooks",
    "ftp://gateway.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https:gateway.example.com",
    "https:/gateway.example.com",
    "https:///gateway.example.com",
    "https:\\\\gateway.example.com",
    "https://gateway.example.com\\@evil.com/",
    "https://",
  ],
  "plain http": ["http://gateway.example.com/", "http://gateway.example.com:443/"],
  "other ports": [
    "https://gateway.example.com:80/",
    "https://gateway.example.com:8444/",
    "https://gateway.example.com:22/",
  ],
  credentials: [
    "https://user:pass@example.com/",
    "https://user@example.com/",
    "https://@example.com/",
    "https://localhost@example.com/",
  ],
  "what parsers drop": [
    "https://exa\tmple.com/",
    "https://example.com/\n",
    " https://example.com/",
    "https://example.com/a b",
  ],
  "IPv4 addresses, however they are written": [
    "https://10.0.0.1/",
    "https://8.8.8.8/",
    "https://169.254.169.254/latest/meta-data/",
    "https://167772161/",
    "https://012.0.0.1/",
    "https://0xa.0x0.0x0.0x1/",
    "https://0x0a000001/",
    "https://10.1/",
    "https://10.0.0.1./",
    "https://１０.０.０.１/",
    "https://%31%30.0.0.1/",
    "https://0/",
  ],
  "IPv6 addresses": [
    "https://[2001:db8::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fe80::1]:8443/",
    "https://[::]/",
  ],
  "names of inner networks": [
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://app.localhost/",
    "https://service.test/",
    "https://SERVICE.TEST./",
    "https://intranet/",
    "https://intranet./",
    "https://a..b.com/",
    "https://.example.com/",
    "https://example.c0m/",
  ],
  "what is too long": [`https://example.com/${"x".repeat(2029)}`],
};

describe("a URL that a client has set", () => {
  it.each(PUBLIC)("may be called: %s", (url) => {
    expect([isAllowedOutbound(url, rules(false)), isAllowedOutbound(url, rules(true))]).toEqual([
      true,
      true,
    ]);
  });

  it.each(LOOPBACK)("may be called in development only: %s", (url) => {
    expect([isAllowedOutbound(url, rules(false)), isAllowedOutbound(url, rules(true))]).toEqual([
      false,
      true,
    ]);
  });

  it.each(Object.entries(NEVER).flatMap(([what, urls]) => urls.map((url) => [what, url])))(
    "is never called, as %s: %j",
    (_, url) => {
      expect([isAllowedOutbound(url!, rules(false)), isAllowedOutbound(url!, rules(true))]).toEqual(
        [false, false],
      );
    },
  );
});

describe("a host that the operator forbids", () => {
  const forbidden = hostsIn(" Own.example, .zone.example. ,bücher.example,, localhost").map(String);

  it.each([
    "https://own.example/",
    "https://OWN.example./x",
    "https://api.own.example:8443/",
    "https://zone.example/",
    "https://a.b.zone.example/",
    "https://xn--bcher-kva.example/",
    "https://ｏｗｎ.example/",
    "http://localhost:8787/",
  ])("is not called under any of its names: %s", (url) => {
    expect(isAllowedOutbound(url, rules(true))).toBe(true);
    expect(isAllowedOutbound(url, rules(true, forbidden))).toBe(false);
  });

  it.each(["https://notown.example/", "https://own.example.com/", "https://example/"])(
    "leaves others alone: %s",
    (url) => {
      const isAllowed = isAllowedOutbound(url, rules(true));
      expect(isAllowedOutbound(url, rules(true, forbidden))).toBe(isAllowed);
    },
  );

  it("is a name, and nothing else of a URL", () => {
    expect(hostsIn("https://own.example, own.example:8443, own.example/x, a b")).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("this machine", () => {
  it("is known by the names that parsed URLs give it", () => {
    const hosts = [
      "http://localhost:1",
      "http://127.1",
      "http://[0:0:0:0:0:0:0:1]",
      "http://localhost.example.com",
      "http://127.0.0.2",
    ];
    expect(hosts.map((url) => isLocal(new URL(url).hostname))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
