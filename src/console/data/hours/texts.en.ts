export default {
  example: "9:00-12:30, 14:00-18:00",
  dayHint: "At the latest until 24:00. Leave a day empty to be closed.",
  closed: "Closed on",
  closedHint: "Days such as 2026-12-25, with commas between them.",
};
