// Answers as the guides show them, for instance: `"…"` stands for other members, for the rest of a
// list or for any value, and what differs from run to run may differ.

const REST = "…";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parts of texts that differ from run to run. */
const VARYING = [
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
  /lea_[\w-]{43}/g,
  /whsec_[\w+/]{43}=/g,
  /(?<=http:\/\/localhost:8787\/)(?!v1|docs|webhooks|openapi)[\w-]+(\/[\w-]{17,})?/g,
];
const constant = (text: string) =>
  VARYING.reduce((rest, pattern) => rest.replace(pattern, "<varies>"), text);

/** True if a value differs from run to run, by the member that it is of. */
const isId = (name: string) => /(^|_)ids?$|^conflicts\./.test(name);

/** The parts of an answer that are shown, with the shown values where these may differ. */
export function shownPart(answer: unknown, shown: unknown, name = ""): unknown {
  if (shown === REST) return REST;
  if (Array.isArray(answer) && Array.isArray(shown)) {
    const whole = shown.at(-1) !== REST;
    const items = answer
      .slice(0, whole ? undefined : shown.length - 1)
      .map((item, index) => shownPart(item, shown[index], name));
    return whole ? items : [...items, REST];
  }
  if (isObject(answer) && isObject(shown)) {
    const whole = !(REST in shown);
    const members = Object.entries(answer)
      .filter(([member]) => whole || member in shown)
      .map(([member, value]) => [
        member,
        shownPart(value, shown[member], name === "conflicts" ? `conflicts.${member}` : member),
      ]);
    return { ...Object.fromEntries(members), ...(!whole && { [REST]: REST }) };
  }
  if (typeof answer === "number" && typeof shown === "number") return isId(name) ? shown : answer;
  if (typeof answer === "string" && typeof shown === "string")
    return constant(answer) === constant(shown) ? shown : answer;
  return answer;
}
