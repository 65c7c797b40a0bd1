import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { listLeads } from "../generated/kubb/clients/listLeads";

const [baseURL = "", token = ""] = process.argv.slice(2);
setConfig({ baseURL, headers: { Authorization: `Bearer ${token}` } });
const { data } = await listLeads({ per_page: 10 });
for (const lead of data) console.log(lead.first_name);
