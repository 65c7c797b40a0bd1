// Counts what takes time in proportion to what clients choose, in units of the same time: bounds on
// it hold on every machine, and can be tested. The time between two reads is that of synchronous
// work.

let spent = 0;

/** Adds work, such as the steps of a pattern times the characters that it was matched against. */
export const spend = (units: number) => {
  spent += units;
};

/** All work so far. Compare it with an earlier one. */
export const workSpent = () => spent;
