import { type Client, call, make } from "./api";

/** The lead in what doors of tests take. */
export const LEAD_MAPPING = [
  { to: "full_name", from: ["name"] },
  { to: "email", from: ["email"] },
];

type Headers = Record<string, string>;

/** Makes a source, and what comes to its door. */
export async function newDoor(client: Client, input: object = {}) {
  const made = { kind: "webhook", name: "Landing page", mapping: LEAD_MAPPING, ...input };
  const source = await make(client, "/sources", made);
  const { pathname: path } = new URL(source.inbound_url);
  return {
    ...{ id: source.id as number, client, path, secret: source.secret as string },
    post: (json: unknown, headers: Headers = {}) => call("POST", path, { json, headers }),
    send: (raw: BodyInit, headers: Headers = {}) => call("POST", path, { raw, headers }),
  };
}

export type Door = Awaited<ReturnType<typeof newDoor>>;
