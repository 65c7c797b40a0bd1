import { resolve } from "node:path";
import { build } from "esbuild";
import { ownCpuMs as cpuMs } from "./cpu.mjs";
import { median, withVerdict } from "./figures.mjs";

const TRIGGERS = 500;
const WORDS = 50;
const CHARACTERS = 4_096;
/** The system counts CPU time in steps of some milliseconds. */
const [ROUNDS, MESSAGES] = [9, 40];
/** The most that the patterns of a workspace may weigh. */
const MAX_WEIGHT = 20_000;

/** Numbers between 0 and 1 that are the same in each run. */
function randomBy(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const LATIN = "etaoinshrdlucmfwypvbgkjqxz";
const HAN = Array.from({ length: 800 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
  "",
);

/** Words of a language of its own, of which some are frequent. */
function vocabulary(random, letters, [least, most], count) {
  const letter = () => letters[Math.floor(random() ** 1.5 * letters.length)];
  return Array.from({ length: count }, () =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, letter).join(""),
  );
}

function textOf(random, words, blank) {
  let text = "";
  while (text.length < CHARACTERS) text += words[Math.floor(random() ** 2 * words.length)] + blank;
  return text.slice(0, CHARACTERS);
}

/** As many triggers with a pattern as a workspace may have, and others with words. */
function withPatterns(pattern, any, { patternWeight }) {
  let weight = 0;
  return (index) => {
    const own = pattern(index, any);
    weight += patternWeight(own);
    return weight > MAX_WEIGHT ? wordsBy("word", unsaid)(index, any) : { patterns: [own] };
  };
}

/** The words of triggers, and the texts that leads write: most words are in both. */
function makeCase({ letters, sizes, blank, known = 2_000, pattern, data }, functions) {
  const random = randomBy(7);
  const words = vocabulary(random, letters ?? LATIN, sizes ?? [3, 10], known);
  const any = () => words[Math.floor(random() * words.length)];
  const dataOf = pattern ? withPatterns(pattern, any, functions) : data;
  const triggers = Array.from({ length: TRIGGERS }, (_, index) => ({
    id: `t${index}`,
    type: "keyword",
    data: dataOf(index, any),
  }));
  return { triggers, newText: () => textOf(random, words, blank ?? " ") };
}

const unsaid = (any) => `${any()}0${any()}`.slice(0, 12);
const wordsBy = (match, makeWord) => (_, any) => ({
  match,
  words: Array.from({ length: WORDS }, () => makeWord(any)),
});
const phrase = (any) => `${any()} ${any()}`;
const PLAIN = "\\w+\\s\\w*[aeiou]{2,9}\\W";

const cases = {
  "words, none said": { data: wordsBy("word", unsaid) },
  "words, all said": { data: wordsBy("word", (any) => any()) },
  "whole answers": { data: wordsBy("is", phrase) },
  beginnings: { data: wordsBy("begins", phrase) },
  "parts of words": { data: wordsBy("contains", unsaid) },
  "parts of words, joined": { data: wordsBy("contains", (any) => `${any()} ${any()}`) },
  phrases: { data: wordsBy("word", phrase) },
  "phrases of three words": { data: wordsBy("word", (any) => `${phrase(any)} ${any()}`) },
  "phrases that begin alike": { data: wordsBy("word", (any) => `the same ${any()}0`) },
  "words of all lengths": {
    atMost: 2,
    data: wordsBy("contains", (any) =>
      Array.from({ length: 12 }, any)
        .join("")
        .slice(0, 3 + ((any().charCodeAt(0) * 7) % 77)),
    ),
  },
  "words in Han": {
    ...{ letters: HAN, sizes: [1, 4], blank: "" },
    data: wordsBy("word", (any) => `${any()}${any()}`),
  },
  // All fit, and each is asked for its exceptions.
  "words with exceptions": {
    atMost: 2,
    data: (index, any) => ({
      ...wordsBy("word", (one) => one())(index, any),
      exclude: Array.from({ length: 20 }, () => phrase(any)),
    }),
  },
  ...Object.fromEntries(
    Object.entries({
      "patterns with a text": (_, any) => `\\b${unsaid(any)}\\b.{0,150}\\d{0,150}`,
      "patterns of classes": (index) =>
        `${PLAIN}${"x?".repeat(index % 10)}\\d{1,150}[^z]{1,150}\\d`,
      // Without a text that a message must have.
      "patterns of words": (_, any) => `\\b(${any()}q|${any()}-?q)\\b`,
      "patterns of repeated words": (index) => `(\\w+\\s?){1,${20 + (index % 30)}}[?]`,
      "patterns that branch": (index) => `((\\w|b)?){${3 + (index % 5)}}[?]`,
      "patterns of a few characters": (index) => `[a-z]\\s?[?${index}]`,
    }).map(([name, pattern]) => [name, { atMost: 5, pattern }]),
  ),
  "patterns in a text with quotes": {
    ...{ atMost: 5, blank: " l’" },
    pattern: (_, any) => `\\b(${any()}q|${any()}-?q)\\b`,
  },
  "patterns in a text in Han": {
    ...{ atMost: 5, letters: HAN, sizes: [1, 4], blank: "" },
    pattern: (index, any) => `[${any()}]\\s?[?${index}]`,
  },
};

const FILE = "dist/bench/matching.mjs";

/** The functions that match, as they are, in one module. */
async function functionsThatMatch() {
  const from = "#features/automation/triggers";
  await build({
    stdin: {
      contents:
        `export * from "${from}/match"; export { readTriggers } from "${from}/read";` +
        'export { patternWeight } from "#lib/patterns";',
      resolveDir: ".",
    },
    ...{ bundle: true, format: "esm", platform: "node", outfile: FILE },
  });
  return import(resolve(FILE));
}

function activeOf(triggers, { readTriggers }) {
  return triggers.flatMap((trigger, place) => {
    const [read] = readTriggers([trigger], "whatsapp");
    if (!read.isValid) throw new Error(JSON.stringify(read.faults));
    const { id, type, lane, data } = read;
    return [{ scenarioId: place, id, type, lane, platform: "whatsapp", data, place, since: 0 }];
  });
}

const causeOf = (text, id) => ({
  ...{ eventId: id, at: 0, leadId: 1, actor: null, type: "message.received" },
  ...{ platform: "whatsapp", previousAt: 0, isAssigned: false },
  messages: [
    {
      ...{ eventId: id, id, channelId: 1, type: "text", text, payload: null },
      ...{ referral: null, sentAt: 0 },
    },
  ],
});

function measure(name, { atMost = 1, ...made }, functions) {
  const { triggers, newText } = makeCase(made, functions);
  const { compileSet, matchCause } = functions;
  const active = activeOf(triggers, functions);
  const began = cpuMs();
  const set = compileSet(active);
  matchCause(set, causeOf("Hello", 0));
  const compiling = cpuMs() - began;
  let [fitting, id] = [0, 0];
  const times = Array.from({ length: ROUNDS }, () => {
    const causes = Array.from({ length: MESSAGES }, () => causeOf(newText(), ++id));
    const start = cpuMs();
    for (const cause of causes) fitting += matchCause(set, cause).length;
    return (cpuMs() - start) / MESSAGES;
  });
  return withVerdict(
    {
      triggers: name,
      fitting: fitting / id,
      "CPU ms": median(times),
      "ms to compile": compiling,
    },
    { "CPU ms": { atMost } },
  );
}

/** One message against the triggers of a workspace, in this process. */
export async function matching() {
  const functions = await functionsThatMatch();
  return {
    tables: [
      {
        title: `A message of ${CHARACTERS} characters, ${TRIGGERS} triggers of ${WORDS} words`,
        rows: Object.entries(cases).map(([name, made]) => measure(name, made, functions)),
      },
    ],
  };
}
