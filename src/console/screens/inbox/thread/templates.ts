import { useQuery } from "@tanstack/react-query";
import { each, listTemplates, type Message, type Template } from "#client";
import { useClient, useMay } from "#console/session/session";
import { membersOf } from "./payload";

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

/** The parameters of a part of a template that a message has filled in, by their names. */
function valuesOf({ payload }: Message, type: string) {
  const { components } = membersOf(payload.template);
  const part = (Array.isArray(components) ? components.map(membersOf) : []).find(
    (one) => String(one.type).toUpperCase() === type,
  );
  const parameters = Array.isArray(part?.parameters) ? part.parameters.map(membersOf) : [];
  return new Map(
    parameters.map(({ parameter_name, text }, index) => [
      String(parameter_name ?? index + 1),
      String(text ?? ""),
    ]),
  );
}

/** The text of a part of a template with the parameters of a message. */
export function filled(template: Pick<Template, "components">, type: string, message: Message) {
  const values = valuesOf(message, type);
  return (
    partOf(template, type)?.replace(
      /\{\{\s*([\w.]+)\s*\}\}/g,
      (whole, name) => values.get(name) ?? whole,
    ) ?? null
  );
}
