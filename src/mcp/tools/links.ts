import type { Tool } from "./tool";

export const linkTools: Tool[] = [
  {
    name: "link_stats",
    title: "How a link does",
    description: "The clicks of a short link. Who clicked: call listAllClicks.",
    operations: ["getLinkStats"],
    input: ["short_link_id", "interval", "time_zone", "from", "to"],
    isOwn: true,
  },
  {
    name: "create_link",
    title: "New short link",
    description: "Creates a short link, which can tag those who click.",
    operations: ["createShortLink"],
    input: ["destination_url", "label", "tag_on_clicked_id"],
    isOwn: true,
  },
];
