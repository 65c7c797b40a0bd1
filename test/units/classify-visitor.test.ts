import { describe, expect, it, vi } from "vitest";
import { classifyVisitor } from "#features/links/clicks/classify-visitor";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)";
const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`;

const visit = (headers: Record<string, string>, method = "GET") =>
  classifyVisitor(method, new Headers(headers)).bot;

describe("visits", () => {
  it.each([
    ["Safari on an iPhone", SAFARI],
    ["Chrome on an iPhone", `${IPHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`],
    ["Chrome on Android", `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`],
    ["Samsung Internet", `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
    [
      "Chrome on Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
    ],
    [
      "a phone called M bot 60",
      "Mozilla/5.0 (Linux; Android 7.0; M bot 60 Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/67.0.3396.87 Mobile Safari/537.36",
    ],
    [
      "a phone called B BOT 550",
      "Mozilla/5.0 (Linux; U; Android 6.0; fr-fr; B BOT 550 Build/MRA58K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/53.0.2785.124 Mobile Safari/537.36",
    ],
    ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    [
      "Instagram's browser on an iPhone",
      `${IPHONE} Mobile/22F76 Instagram 387.0.0.22.83 (iPhone15,2; iOS 18_5; fr_FR; fr; scale=3.00)`,
    ],
    [
      "Instagram's browser on Android",
      `${ANDROID} Version/4.0 Chrome/138.0.7204.46 Mobile Safari/537.36 Instagram 387.0.0.47.85 Android (35/15; 420dpi; Google; Pixel 9; tokay)`,
    ],
    [
      "Facebook's browser on an iPhone",
      `${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/519.0.0.39.103;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.5]`,
    ],
    [
      "Facebook's browser on Android",
      `${ANDROID} Version/4.0 Chrome/138.0.7204.46 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/519.0.0.45.103;IABMV/1;]`,
    ],
    [
      "Messenger's browser",
      `${IPHONE} Mobile/22F76 [FBAN/MessengerForiOS;FBAV/512.0.0.37.109;FBSN/iOS]`,
    ],
    [
      "LinkedIn's browser",
      `${ANDROID} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 [LinkedInApp]`,
    ],
  ])("counts %s as a person", (_, userAgent) => {
    expect(visit({ "User-Agent": userAgent })).toBeNull();
  });

  it.each([
    ["a WhatsApp preview", "WhatsApp/2.23.20.0"],
    ["a WhatsApp preview from an iPhone", "WhatsApp/2.25.16.81 i"],
    ["a WhatsApp preview from Android", "WhatsApp/2.25.19.78 A"],
    [
      "a Facebook preview",
      "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    ],
    ["a Telegram preview", "TelegramBot (like TwitterBot)"],
    ["a Slack preview", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
    ["Slack's image proxy", "Slack-ImgProxy (+https://api.slack.com/robots)"],
    ["a Twitter preview", "Twitterbot/1.0"],
    [
      "a LinkedIn preview",
      "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    ],
    ["a Discord preview", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
    ["a Skype preview", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
    [
      "an iMessage preview",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    ],
  ])("knows %s by its name", (_, userAgent) => {
    expect(visit({ "User-Agent": userAgent })).toBe("preview");
  });

  it.each([
    [
      "Meta's crawler",
      "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    ],
    ["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
    [
      "Googlebot for phones",
      "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    ],
    ["curl", "curl/8.5.0"],
    ["Python", "python-requests/2.32.3"],
    [
      "headless Chrome",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36",
    ],
  ])("counts %s as a crawler", (_, userAgent) => {
    expect(visit({ "User-Agent": userAgent })).toBe("crawler");
  });

  it("counts a visit without a user agent, or an empty one, as a bot's", () => {
    expect([visit({}), visit({ "User-Agent": "" })]).toEqual(["no_user_agent", "no_user_agent"]);
  });

  it.each([
    ["Sec-Purpose", "prefetch"],
    ["Sec-Purpose", "prefetch;prerender"],
    ["Sec-Purpose", "prefetch;anonymous-client-ip"],
    ["Purpose", "prefetch"],
    ["Purpose", "preview"],
    ["X-Moz", "prefetch"],
  ])("counts a browser's own visit, %s: %s, as a bot's", (name, value) => {
    expect(visit({ "User-Agent": SAFARI, [name]: value })).toBe("prefetch");
  });

  it("counts HEAD as a bot's", () => {
    expect(visit({ "User-Agent": SAFARI }, "HEAD")).toBe("head");
  });
});

describe("a User-Agent", () => {
  it("is only read as far as it can matter", () => {
    const long = `${SAFARI} ${"Android".repeat(15_000)}`;
    const looked: string[] = [];
    const exec = RegExp.prototype.exec;
    const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (
      this: RegExp,
      text: string,
    ) {
      looked.push(text);
      return exec.call(this, text);
    });
    expect(visit({ "User-Agent": long })).toBeNull();
    spy.mockRestore();
    expect(looked.length).toBeGreaterThan(0);
    expect(Math.max(...looked.map((text) => text.length))).toBeLessThanOrEqual(500);
  });
});

describe("devices", () => {
  it.each([
    [SAFARI, "mobile"],
    [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`, "mobile"],
    [`${ANDROID} Chrome/138.0.0.0 Safari/537.36`, "tablet"],
    [
      "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
      "tablet",
    ],
    ["Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0", "tablet"],
    ["Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "mobile"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      "desktop",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "desktop"],
    ["", "desktop"],
  ])("%s is of the class %s", (userAgent, device) => {
    expect(classifyVisitor("GET", new Headers({ "User-Agent": userAgent })).device).toBe(device);
  });
});
