import { ask } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { OPERATOR_TOKEN, serveNear } from "./serve.mjs";

/** Round trips in ms from where the Worker runs to the primary, in Paris. */
const TO_PRIMARY = { Paris: 10, "São Paulo": 190, Singapore: 170 };
/** And to the replica near by. */
const TO_REPLICA = 10;

/**
 * The time that an operation waits for D1 in ms, by the caller's city: one trip after the other.
 */
const timesOf = ({ primary, replica }) =>
  Object.entries(TO_PRIMARY).map(([city, ms]) => [city, primary * ms + replica * TO_REPLICA]);

/** Trips to the primary and to its replica of each operation, and the time that they take. */
export async function near() {
  await using bench = await serveNear();
  const callAs = (token) => async (method, path, body, bookmark) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const { json } = await ask(bench.origin, {
      method,
      path: `/v1${path}`,
      headers: { ...headers, ...(bookmark && { Bookmark: bookmark }) },
      body: body && JSON.stringify(body),
    });
    if (json.status >= 300) throw new Error(`${method} ${path} was answered ${json.status}`);
    return json;
  };
  const catchUp = () => ask(bench.origin, { method: "PUT", path: "/" });
  const { data } = await callAs(OPERATOR_TOKEN)("POST", "/workspaces", { name: "Near" });
  const call = callAs(data.token);
  const create = async (path, body) => (await call("POST", path, body)).data.id;

  const first = { first_name: "Zoé", phone: "+33639980001" };
  const lead = await create("/leads", first);
  const channel = await create("/channels", { platform: "whatsapp", name: "Bench" });
  await create(`/channels/${channel}/inbound`, { lead_id: lead, text: "Hello" });
  const [{ id: conversation }] = (await call("GET", "/conversations")).data;
  const scenario = await create("/scenarios", { name: "Bench", platform: "whatsapp" });
  const link = await create("/short-links", { destination_url: "https://example.com/" });
  await call("GET", "/me");

  const reads = {
    "read a lead": `/leads/${lead}`,
    "list leads": "/leads",
    "search leads": "/leads?name=zoe&is_optout=0",
    "list conversations": "/conversations",
    "list messages": `/conversations/${conversation}/messages`,
    "read a scenario": `/scenarios/${scenario}`,
    "read a short link": `/short-links/${link}`,
    "list events": "/events",
  };
  let made = 0;
  const writes = {
    "create a lead": () => ["POST", "/leads", { first_name: `Zoé ${made++}` }],
    "change a lead": () => ["PATCH", `/leads/${lead}`, { warmth: made++ % 2 ? "hot" : "cold" }],
    "send a message": () => ["POST", `/conversations/${conversation}/messages`, { text: "Hi" }],
  };

  const rows = [];
  const add = (operation, without, withOne) => {
    const times = new Map(timesOf(withOne));
    rows.push(
      withVerdict(
        {
          operation,
          "trips without": without.primary,
          "with: primary": withOne.primary,
          "with: replica": withOne.replica,
          ...Object.fromEntries(
            timesOf(without).flatMap(([city, ms]) => [
              [city, ms],
              [`${city}, with`, times.get(city)],
            ]),
          ),
        },
        operation in reads ? { "with: primary": { exactly: 0 } } : {},
      ),
    );
  };
  for (const [operation, path] of Object.entries(reads)) {
    const without = await call("GET", path);
    await catchUp();
    add(operation, without, await call("GET", path, undefined, without.bookmark));
  }
  for (const [operation, make] of Object.entries(writes)) {
    const without = await call(...make());
    await catchUp();
    add(operation, without, await call(...make(), "nearest"));
  }
  const written = await call(...writes["change a lead"]());
  const path = reads["read a lead"];
  add(
    "read it at once",
    await call("GET", path),
    await call("GET", path, undefined, written.bookmark),
  );
  return {
    tables: [{ title: "Near reads: trips, and ms of waiting for D1", rows }],
    notes: [
      "with: a Bookmark that the replica has reached, but for the last row, where it has not.",
      `Computed from the trips: ${Object.entries(TO_PRIMARY)
        .map(([city, ms]) => `${city} ${ms} ms`)
        .join(", ")} to the primary, ${TO_REPLICA} ms to the replica.`,
    ],
  };
}
