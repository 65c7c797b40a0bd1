export default {
  title: "Automatic starts",
  about: "What has or hasn’t started by itself for this lead in the last 30 days.",
  show: "Show",
  hide: "Hide",
  none: "Nothing that starts scenarios has happened.",
  times: "Dates ahead, and reminders",
  repeated: (count: string, day: string) => `${count} times on ${day}`,
  event: "Something happened",
  causes: {
    "lead.created": "Became a lead",
    "lead.tag_added": "Got a tag",
    "lead.stage_changed": "Moved to another stage",
    "lead.event_reported": "An event was reported",
    "link.clicked": "Clicked a link",
    time: "A date came",
  },
};
