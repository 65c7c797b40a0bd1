import type { Locator, Page } from "playwright-core";
import { call, newWorkspace } from "./console";

type Created = { data: { id: number } };
type Received = { data: { conversation_id: number } };

/** A workspace with a channel, on which somebody has written. */
export async function withLead(at?: string) {
  const token = await newWorkspace("Inbox");
  const body = { platform: "whatsapp", name: "Sales", is_default: true };
  const channel = (await call<Created>(token, "POST", "/channels", body)).data.id;
  const write = (text: string, from = "+33639980711", name?: string) =>
    call<Received>(token, "POST", `/channels/${channel}/inbound`, {
      from,
      text,
      ...(name && { name }),
      ...(at && { at }),
    });
  const lead = await call<Created>(token, "POST", "/leads", {
    first_name: "Zoë",
    last_name: "Marchand",
    phone: "+33639980711",
  });
  const { data } = await write("Hello, is there a place left?");
  return { token, channel, lead: lead.data.id, id: data.conversation_id, write };
}

export const isInView = (found: Locator) =>
  found.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  });

export const composer = (page: Page) => page.getByLabel("Message to Zoë Marchand");

/** One pixel. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
