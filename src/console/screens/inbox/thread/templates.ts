import { useQuery } from "@tanstack/react-query";
import { each, listTemplates, type Message, type Template } from "#client";
import { useClient, useMay } from "#console/session/session";
import { type Card, membersOf } from "./payload";

const KEPT_MS = 300_000;
const MOST = 500;

/** The templates of a channel. */
export function useTemplates(channel: number | null, isWanted = true) {
  const client = useClient();
  const may = useMay("channels:read");
  return useQuery({
    queryKey: ["inbox", "templates", channel],
    queryFn: async () => {
      const found: Template[] = [];
      const path = { channel: channel ?? 0 };
      for await (const template of each(listTemplates, { client, path, query: { per_page: 100 } }))
        if (found.push(template) >= MOST) break;
      return found;
    },
    enabled: may && isWanted && channel !== null,
    staleTime: KEPT_MS,
  });
}

/** The text of a part of a template, such as `BODY`, with its placeholders. */
export function partOf({ components }: Pick<Template, "components">, type: string) {
  const part = components?.find((component) => component.type.toUpperCase() === type);
  return typeof part?.text === "string" ? part.text : null;
}

/** A template's buttons, as they are described. */
export function buttonsOf({ components }: Pick<Template, "components">) {
  const part = components?.find(({ type }) => type.toUpperCase() === "BUTTONS");
  return Array.isArray(part?.buttons) ? part.buttons.map(membersOf) : [];
}

type Components = Template["components"];

const componentsIn = (value: unknown) => (Array.isArray(value) ? value.map(membersOf) : []);

const partIn = (components: unknown, type: string) =>
  componentsIn(components).find((one) => String(one.type).toUpperCase() === type);

/** The parameters with which a message fills a part of a template. */
const parametersIn = (components: unknown, type: string) =>
  componentsIn(partIn(components, type)?.parameters);

/** A text with the parameters of a part of a message in it. */
function fill(text: string | null, components: unknown, type: string) {
  const values = new Map(
    parametersIn(components, type).map(({ parameter_name, text }, index) => [
      String(parameter_name ?? index + 1),
      String(text ?? ""),
    ]),
  );
  return (
    text?.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name) => values.get(name) ?? whole) ?? null
  );
}

const sentComponents = ({ payload }: Message) => membersOf(payload.template).components;

/** The text of a part of a template with the parameters of a message. */
export const filled = (template: Pick<Template, "components">, type: string, message: Message) =>
  fill(partOf(template, type), sentComponents(message), type);

/** The components of each card of a template. */
export const cardsOf = ({ components }: Pick<Template, "components">) =>
  componentsIn(partIn(components, "CAROUSEL")?.cards).map((card) => card.components as Components);

/** The cards of a template, with the parameters of a message. */
export function cardsOfTemplate({ components }: Pick<Template, "components">, message: Message) {
  const sent = componentsIn(partIn(sentComponents(message), "CAROUSEL")?.cards);
  return cardsOf({ components }).map((own, index): Card => {
    const given = sent[index]?.components;
    const format = String(partIn(own, "HEADER")?.format).toLowerCase();
    const [file] = parametersIn(given, "HEADER");
    const { link, id } = membersOf(file?.[format]);
    return {
      title: null,
      text: fill(partOf({ components: own }, "BODY"), given, "BODY"),
      media: {
        id: typeof id === "number" ? id : null,
        url: typeof link === "string" ? link : null,
        isFilm: format === "video",
      },
      buttons: buttonsOf({ components: own }).map(({ text, url }) => ({
        title: String(text ?? ""),
        url: typeof url === "string" ? url : null,
      })),
    };
  });
}
