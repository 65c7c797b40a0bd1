import { expect, it } from "vitest";
import {
  ACCOUNT_ID,
  allBodies as instagramBodies,
  bodyOf as instagramBodyOf,
} from "../fixtures/instagram";
import {
  bodyOf,
  messages,
  PHONE_NUMBER_ID,
  allBodies as whatsappBodies,
} from "../fixtures/whatsapp";
import { bodies2026 } from "../fixtures/whatsapp-2026";
import { echoBodies } from "../fixtures/whatsapp-echoes";
import { newWorkspace } from "../support/api";
import { skipEventAudit } from "../support/event-audit";
import { cutOff, replaced } from "../support/hostile";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

// Bodies that are cut off, or have parts of other types, are stored as far as they can be read.

skipEventAudit();

type Body = { entry: object[] };

/** A body with the entry of another, cut off, or with a number or an object, at each place. */
const spoilt = ({ entry: [entry], ...body }: Body) => ({
  ...body,
  entry: [...cutOff(entry), ...replaced(entry, 7), ...replaced(entry, {})].map(([, one]) => one),
});

it.each([
  {
    provider: "whatsapp_cloud" as const,
    account: PHONE_NUMBER_ID,
    bodies: { ...whatsappBodies, ...bodies2026, ...echoBodies },
    beside: bodyOf({ ...messages.text, id: "wamid.beside" }),
  },
  {
    provider: "instagram" as const,
    account: ACCOUNT_ID,
    bodies: instagramBodies,
    beside: instagramBodyOf({ message: { mid: "mid.beside", text: "Hello" } }),
  },
] as const)(
  "bodies of $provider with any part missing or wrong are answered with 200",
  async (of) => {
    const client = await newWorkspace();
    const more = of.provider === "instagram" ? {} : { import_history: true };
    const channel = await newMetaChannel(client, of.provider, more);
    const own = (body: unknown) =>
      JSON.parse(JSON.stringify(body).replaceAll(of.account, channel.external_id!));
    for (const [name, body] of Object.entries(of.bodies)) {
      const { status, text } = await deliver(channel, own(spoilt(body as Body)));
      expect(status, `${name}: ${text}`).toBe(200);
    }
    expect((await deliver(channel, own(of.beside))).status).toBe(200);
    const stored = await rowsOf<{ external_id: string }>(
      "select external_id from messages where channel_id = ? order by id desc limit 1",
      channel.id,
    );
    expect(stored).toMatchObject([{ external_id: expect.stringContaining("beside") }]);
  },
);
