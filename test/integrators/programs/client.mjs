import { createClient, each, listLeads } from "lead-engagement-client";

const [baseUrl, token] = (globalThis.Deno?.args ?? process.argv.slice(2)).slice(-2);
const client = createClient({ baseUrl, token });
for await (const lead of each(listLeads, { client, query: { per_page: 10 } })) {
  console.log(lead.first_name);
  break;
}
