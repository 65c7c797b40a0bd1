import { measure } from "./measure.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";

const LEADS = 10_000;

/** The most frequent writes, in a workspace of 10,000 leads. */
export async function writes() {
  await using bench = await serve("writes");
  const { workspace, idOf } = await seedLeads(bench.services[0], LEADS);
  const { id: scenario } = await workspace.create("/v1/scenarios", {
    name: "Follow-up",
    platform: "whatsapp",
    is_active: true,
  });
  const [tag] = workspace.tags;

  let asked = 0;
  /** Each request concerns another lead. */
  const nextLead = () => idOf(asked++);
  const kinds = {
    "PATCH lead: fields": () => [
      "PATCH",
      `/v1/leads/${nextLead()}`,
      { first_name: "Zoé", warmth: "hot" },
    ],
    "PATCH lead: a tag": () => ["PATCH", `/v1/leads/${nextLead()}`, { attach_tag_ids: [tag] }],
    "create lead": () => [
      "POST",
      "/v1/leads",
      { first_name: "Zoé", email: `zoe.${asked++}@example.com` },
    ],
    "enrol lead": () => ["POST", `/v1/scenarios/${scenario}/leads`, { lead_id: nextLead() }],
    "create short link": () => [
      "POST",
      "/v1/short-links",
      { destination_url: "https://example.com/guide" },
    ],
  };
  const rows = [];
  for (const [write, make] of Object.entries(kinds)) {
    const status = make()[0] === "POST" ? 201 : 200;
    rows.push({ write, ...(await measure(bench, status, make, workspace.headers)) });
  }
  return {
    tables: [{ title: "Writes", rows }],
    notes: ["ms: p50 on one connection; trips and rows: what one request asks of D1."],
  };
}
