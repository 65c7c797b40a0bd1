export default {
  title: "What starts when",
  about: "Everything that starts scenarios by itself, as published.",
  columns: {
    starts: "Starts when …",
    scenario: "Scenario",
    state: "State",
    since: "Since",
    count: "Started in 30 days",
  },
  states: { all: "All", on: "On", off: "Off" },
  anyType: "Anything",
  stateNames: {
    on: "On",
    limited: "On, full until the next hour",
    paused: "Scenario paused",
    invalid: "Off: mend it",
    not_on_platform: "Off: not on this platform",
  },
  empty: "Nothing starts by itself yet",
  emptyAbout:
    "Open a scenario, choose its Start, and add what starts it: a keyword, a tag, a date…",
  noMatch: "Nothing matches",
  noMatchAbout: "Try fewer filters.",
  clear: "Clear filters",
};
