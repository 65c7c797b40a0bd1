import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-fetch";

const [baseUrl = "", token = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const { data } = await client.GET("/v1/leads", { params: { query: { per_page: 10 } } });
for (const lead of data?.data ?? []) console.log(lead.first_name);
