export default {
  found: (count: number, shown: string) =>
    count === 1
      ? "Two leads are the same person."
      : `In ${shown} pairs, both leads are the same person.`,
  settle: "Settle",
  title: "Two leads, one person",
  about:
    "A platform has shown that both leads are the same person. They share their opt-outs already. " +
    "Nothing else changes until you decide.",
  pair: (one: string, other: string) => `${one} and ${other}`,
  why: (at: string) =>
    `Found on ${at}: the platform named the number of one together with an id of the other.`,
  differs: " (differs)",
  nothing: "nothing",
  keep: "Keep",
  keepNamed: (name: string) => `Keep ${name}`,
  keepTitle: (name: string) => `Keep ${name}?`,
  dismissed: "They stay two leads.",
  notSame: "They are two people",
  none: "All pairs are settled.",
};
