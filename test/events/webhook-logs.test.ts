import { afterEach, describe, expect, it, vi } from "vitest";
import { receivers } from "#features/messaging/channels/receivers";
import { call, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import {
  deliver,
  newMetaChannel,
  newNumber,
  sendDue,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { serve } from "../support/serve";

afterEach(() => {
  vi.restoreAllMocks();
});

const SECRETS = [
  "app-secret-123",
  "verify-me",
  "token-of-",
  "Whispered",
  "Quirin",
  "zoe_q",
  "US.4242",
  "You are unsubscribed",
];

function listen() {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation(
      (...args) => void lines.push(args.map(String).join(" ")),
    );
  return lines;
}

const contacts = (wa_id: string) => [
  { profile: { name: "Zoé Quirin", username: "zoe_q" }, wa_id, user_id: "US.4242" },
];

describe("webhooks in the logs", () => {
  it("are a line each, and one more for unknown content; neither says who wrote what", async () => {
    const client = await newWorkspace();
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const lines = listen();
    const of = (value: object) => whatsappBody(channel, value as never);
    await call(
      "GET",
      `/webhooks/whatsapp/${channel.id}?hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=Whispered`,
    );
    await deliver(channel, of({ ...textFrom(number, "Whispered"), contacts: contacts(number) }));
    await deliver(
      channel,
      of({
        messages: [
          ...textFrom(number, "", { type: "edit", edit: { message: "Whispered" } }).messages,
          {
            ...{ id: "wamid.notice", type: "system" },
            system: { type: "user_changed_user_id", body: "Quirin changed from US.4242" },
          },
        ],
      }),
    );
    await deliver(channel, whatsappBody({ external_id: "5550000" }, textFrom(number, "Whispered")));
    await deliver(channel, of(textFrom(number, "Stop")));
    await deliver(
      channel,
      {},
      { raw: '{"text":"Whispered', headers: { "X-Hub-Signature-256": "sha256=Whispered" } },
    );
    await sendDue(channel.id);
    const messages = lines
      .map((line) => JSON.parse(line))
      .filter(({ level, status }) => level !== "info" || status >= 400);
    expect(messages).toMatchObject([
      {
        level: "warn",
        message: "webhook not understood in full",
        channel_id: channel.id,
        skipped: 1,
        unknown_accounts: 0,
        notice_without_ids: 1,
      },
      {
        level: "warn",
        message: "webhook not understood in full",
        channel_id: channel.id,
        skipped: 0,
        unknown_accounts: 1,
      },
      { level: "info", status: 401, route: "/webhooks/whatsapp/:channel" },
    ]);
    for (const secret of [...SECRETS, number]) expect(lines.join("\n")).not.toContain(secret);
  });

  it("say where storing failed, which the answer does not", async () => {
    const client = await newWorkspace();
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const body = whatsappBody(channel, {
      ...textFrom(number, "Whispered"),
      contacts: contacts(number),
    });
    const failing = (words: string) =>
      new Proxy(testEnv.DB, {
        get: (db, name) => {
          if (name === "batch") return () => Promise.reject(new Error(words));
          const member = Reflect.get(db, name);
          return typeof member === "function" ? member.bind(db) : member;
        },
      });
    for (const words of [
      `D1_ERROR: UNIQUE constraint failed: leads.phone: Whispered ${number}`,
      `Zoé Quirin ${number}`,
    ]) {
      const lines = listen();
      const { status, text } = await deliver(channel, body, {
        fetcher: (request) => serve(request, { DB: failing(words) }),
      });
      expect([status, text]).toEqual([500, '{"message":"Server error.","code":"server_error"}']);
      for (const secret of [...SECRETS, number]) expect(lines.join("\n")).not.toContain(secret);
      expect(lines.map((line) => JSON.parse(line).level)).toContain("error");
    }
  });

  it("do not show credentials that can't be opened", async () => {
    const client = await newWorkspace();
    const channel = await newMetaChannel(client);
    receivers.clear();
    const lines = listen();
    const body = whatsappBody(channel, textFrom(newNumber(), "Whispered"));
    const answer = await deliver(channel, body, {
      fetcher: (request) => serve(request, { APP_KEY: "another-key-of-the-tests-0123456789abcd" }),
    });
    expect([answer.status, answer.text]).toEqual([
      500,
      '{"message":"Server error.","code":"server_error"}',
    ]);
    for (const secret of SECRETS) expect(lines.join("\n")).not.toContain(secret);
    expect((await deliver(channel, body)).status).toBe(200);
  });
});
