import { listLeads } from "../generated/hey-api";
import { createClient } from "../generated/hey-api/client";

const [baseUrl = "", token = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, auth: token });
const { data } = await listLeads({ client, query: { per_page: 10 } });
for (const lead of data?.data ?? []) console.log(lead.first_name);
