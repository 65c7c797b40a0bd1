/**
 * The rows that D1 writes for whole operations, with events, usage and all else that follows, and
 * about how many it reads. test/operations/rows-written.test.ts holds them.
 */
export const OPERATIONS = {
  lead: { what: "lead with all fields", written: 15, read: 215 },
  inbound: { what: "message of a known lead", written: 12, read: 130 },
  outbound: { what: "message to a lead, until it is read", written: 19, read: 740 },
  click: { what: "recipient's click, classified at once", written: 13, read: 100 },
  lateClick: { what: "recipient's click, classified later", written: 15, read: 145 },
  step: { what: "step of a run", written: 10, read: 115 },
  event: { what: "event by itself", written: 3, read: 5 },
  scenarioEvent: { what: "event of a scenario", written: 4, read: 5 },
};
