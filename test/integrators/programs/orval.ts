import { listLeads } from "../generated/orval/api";

const [, token = ""] = process.argv.slice(2);
const answer = await listLeads({ per_page: 10 }, { headers: { Authorization: `Bearer ${token}` } });
if (answer.status === 200) for (const lead of answer.data.data) console.log(lead.first_name);
