export default {
  found: (count: number, shown: string) =>
    count === 1 ? "Two leads are one person." : `${shown} pairs of leads are one person each.`,
  settle: "Settle",
  title: "Two leads, one person",
  about:
    "A platform has shown that these are the same people. They share their opt-outs already. " +
    "Nothing else changes until you decide.",
  foundAt: (at: string) => `Found ${at}. Which one stays?`,
  notSame: "They are two people",
  none: "All pairs are settled.",
};
