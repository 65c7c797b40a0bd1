import { people } from "./inbox.mjs";
import { rowsOf } from "./sql.mjs";

// The acts of people, oldest first. `by` is the id of a token.

const acts = `
days | action | target | by
119.9 | tag.created | 1 | 1
119.8 | channel.created | 1 | 1
119.7 | channel.created | 2 | 1
110 | short_link.created | 1 | 1
100 | token.created | 2 | 1
100 | token.created | 3 | 1
98 | canned_reply.created | 1 | 2
90 | short_link.created | 2 | 1
80 | scenario.created | 1 | 1
75 | short_link.created | 3 | 1
60 | short_link.created | 4 | 1
50 | scenario.replaced | 1 | 1
45 | scenario.created | 2 | 1
41 | short_link.replaced | 3 | 1
33 | canned_reply.created | 7 | 3
30 | scenario.created | 3 | 1
29.5 | source.created | 1 | 1
26 | import.created | 1 | 1
26 | import.started | 1 | 1
25 | scenario.lead_removed | 1 | 1
24 | source.created | 2 | 1
21 | webhook_endpoint.created | 1 | 1
14 | scenario.replaced | 2 | 1
13 | scenario.created | 4 | 1
12 | template.created | 18 | 1
6.5 | scenario.leads_enrolled | 1 | 1
5 | source.created | 3 | 1
2 | settings.updated | | 1
0.4 | scenario.draft_saved | 1 | 1
0.3 | template.created | 19 | 1
`;

const nameOf = (id) => people.find((person) => person.id === id)?.name ?? "Demo";

export const auditRows = rowsOf(acts).map(({ days, action, target, by }, index) => ({
  workspace_id: 1,
  id: index + 1,
  action,
  target_id: target,
  actor_type: "token",
  actor_id: by,
  actor_name: nameOf(by),
  request_id: `demo-${index + 1}`,
  nonce: `demo-${index + 1}`,
  created_at: days,
}));
