import { isObject, type Settings, textFor } from "./graph";

// The choices of a lead: the buttons of a message, the rows of its list, the replies on its cards.

export type Choice = { id: string; title: string };

const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

const rowsIn = ({ list }: Settings) =>
  isObject(list) ? objectsIn(list.sections).flatMap(({ rows }) => objectsIn(rows)) : [];

const idOf = ({ id }: Settings, place: number | string) =>
  typeof id === "string" && id !== "" ? id : String(place);

const opensUrl = ({ url }: Settings) => typeof url === "string" && url !== "";

/** The replies on cards. Their places are those of the card and of the button on it. */
const repliesIn = ({ cards }: Settings) =>
  objectsIn(cards).flatMap(({ buttons }, card) =>
    objectsIn(buttons).flatMap((one, place) =>
      opensUrl(one) ? [] : [{ one, place: `${card}.${place}` }],
    ),
  );

/** Those of a message by their ids, which are their places by default. */
export const choicesIn = (data: Settings): Choice[] =>
  [
    ...[objectsIn(data.buttons), rowsIn(data)].flatMap((list) =>
      list.map((one, place) => ({ one, place })),
    ),
    ...repliesIn(data),
  ].map(({ one, place }) => ({ id: idOf(one, place), title: textFor(one.title) }));

/** The handles for the answers of a form. */
export const answerHandles = (form: unknown) => {
  const isRequired = isObject(form) && Array.isArray(form.required) && form.required.length > 0;
  return ["answers", ...(isRequired ? ["invalid"] : [])];
};

/** The handles of a message that waits for the reply. */
export const askingHandles = (data: Settings) => [
  ...choicesIn(data).map(({ id }) => id),
  ...(isObject(data.flow) && isObject(data.wait) ? answerHandles(data.wait.flow) : []),
  ...["reply", "timeout", "failed"],
];

/** True if the message itself waits for the reply, so that its choices are handles. */
export const awaitsReply = ({ wait }: Settings): boolean => isObject(wait);

/** Gives ids to those without, which then stay theirs where others are moved or removed. */
function named(list: unknown, used: Set<string>, place: () => number): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one: unknown) => {
    const at = place();
    if (!isObject(one) || (typeof one.id === "string" && one.id !== "")) return one;
    let number = at;
    while (used.has(String(number))) number++;
    used.add(String(number));
    return { ...one, id: String(number) };
  });
}

/** Cards on which every reply has an id, and no link has one. */
function namedOnCards(cards: unknown, used: Set<string>): unknown {
  if (!Array.isArray(cards)) return cards;
  return cards.map((card: unknown, place) => {
    if (!isObject(card) || !Array.isArray(card.buttons)) return card;
    const buttons = card.buttons.map((one: unknown, index) => {
      if (!isObject(one)) return one;
      const { id, ...others } = one;
      if (opensUrl(one)) return others;
      if (typeof id === "string" && id !== "") return one;
      let number = index;
      while (used.has(`${place}.${number}`)) number++;
      used.add(`${place}.${number}`);
      return { ...others, id: `${place}.${number}` };
    });
    return { ...card, buttons };
  });
}

/** The settings of a message that waits, in which every choice has an id. */
export function withIds(data: Settings): Settings {
  const { buttons, list, cards } = data;
  if (!awaitsReply(data)) return data;
  const replies = repliesIn(data).map(({ one }) => one);
  const given = [...objectsIn(buttons), ...rowsIn(data), ...replies].flatMap(({ id }) =>
    typeof id === "string" ? [id] : [],
  );
  const used = new Set(given);
  let places = 0;
  const sections =
    isObject(list) && Array.isArray(list.sections)
      ? list.sections.map((section: unknown) =>
          isObject(section)
            ? { ...section, rows: named(section.rows, used, () => places++) }
            : section,
        )
      : undefined;
  let place = 0;
  return {
    ...data,
    ...(buttons != null && { buttons: named(buttons, used, () => place++) }),
    ...(sections && isObject(list) && { list: { ...list, sections } }),
    ...(cards != null && { cards: namedOnCards(cards, used) }),
  };
}
