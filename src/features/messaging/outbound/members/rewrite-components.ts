import type { PlaceKind } from "../faults";
import type { Change } from "./member";
import { isButton, type TemplateComponent } from "./template-component";

type Parameter = NonNullable<TemplateComponent["parameters"]>[number];

/** Changes every text of a template's components. */
export const rewriteComponents = <Component extends TemplateComponent>(
  components: Component[],
  field: string,
  change: Change,
): Component[] =>
  components.map((component, index) => rewriteComponent(component, `${field}.${index}`, change));

function rewriteComponent<Component extends TemplateComponent>(
  component: Component,
  field: string,
  change: Change,
): Component {
  const { parameters, cards } = component;
  const kind = isButton(component, "url") ? "url_button" : "parameter";
  return {
    ...component,
    ...(parameters && {
      parameters: parameters.map((parameter, index) =>
        rewriteParameter(parameter, `${field}.parameters.${index}`, kind, change),
      ),
    }),
    ...(cards && {
      cards: cards.map((card, index) => ({
        ...card,
        components: rewriteComponents(
          card.components,
          `${field}.cards.${index}.components`,
          change,
        ),
      })),
    }),
  };
}

/** `kind` is that of the parameter's own text. Its type is no text. */
const rewriteParameter = (
  { type, text, ...members }: Parameter,
  field: string,
  kind: PlaceKind,
  change: Change,
): Parameter => ({
  ...(rewriteMembers(members, field, change) as object),
  type,
  ...(typeof text === "string" && { text: change(text, { field: `${field}.text`, kind }) }),
});

function kindOf(field: string): PlaceKind {
  if (field.includes(".flow_action_data.")) return "data";
  return field.endsWith(".link") ? "url" : "value";
}

/** The members of a parameter, such as `coupon_code`, or `link` and `filename` of a `document`. */
function rewriteMembers(value: unknown, field: string, change: Change): unknown {
  if (typeof value === "string") return change(value, { field, kind: kindOf(field) });
  if (Array.isArray(value))
    return value.map((item, index) => rewriteMembers(item, `${field}.${index}`, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      rewriteMembers(member, `${field}.${name}`, change),
    ]),
  );
}
