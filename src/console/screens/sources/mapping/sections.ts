import type { Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import type { Leaf } from "./paths";
import { isShownAsSent, leavesAsSent, leavesOfPart, PARTS, type Reading } from "./reading";
import { texts } from "./texts";

export type Section = {
  title: string;
  /** Those of other items come last. */
  leaves: (Leaf & { isElsewhere?: boolean })[];
  isOpen: boolean;
};

/** A long item is folded where its answers stand above it. */
const LONG = 20;

/** Adds the questions that this item does not have. */
function withOthers(leaves: Leaf[], questions: readonly Leaf[]) {
  const known = new Set(leaves.map(({ keys }) => keys.join("\n")));
  const others = questions.filter(({ keys }) => !known.has(keys.join("\n")));
  return [...leaves, ...others.map((leaf) => ({ ...leaf, isElsewhere: true }))];
}

/** The values of an item by what they are about, with the questions that others have. */
export function useSections(
  kind: Source["kind"],
  reading: Reading,
  questions: readonly Leaf[],
): Section[] {
  const t = useTexts(texts);
  const isAnswer = ({ keys: [first], keys }: Leaf) => first === "answers" && keys.length === 2;
  const isAsSent = isShownAsSent(kind);
  const answers = withOthers(leavesOfPart(reading, "answers"), questions.filter(isAnswer));
  const sent = leavesAsSent(kind, reading);
  const members = questions.filter((leaf) => !isAnswer(leaf));
  const parts = isAsSent ? [] : PARTS.filter((part) => part !== "answers");
  return [
    { title: t.sections.answers, leaves: answers, isOpen: true },
    ...parts.map((part) => ({
      title: t.sections[part],
      leaves: leavesOfPart(reading, part),
      isOpen: true,
    })),
    {
      title: t.sent,
      leaves: isAsSent ? withOthers(sent, members) : sent,
      isOpen: isAsSent && (answers.length === 0 || sent.length <= LONG),
    },
  ].filter(({ leaves }) => leaves.length > 0);
}
