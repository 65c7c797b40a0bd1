import type { Signer } from "#features/messaging/media/urls";
import { signFlowToken } from "../flow-token";
import type { Content } from "../members/all";
import { isButton, type TemplateComponent } from "../members/template-component";
import type { SendableContent } from "../providers/provider";

/** The content before its forms have their tokens. */
export type Tokenless = Omit<SendableContent, "flow"> & Pick<Content, "flow">;

/**
 * The content with the message's token in its Flow, and in the buttons of a template that open one
 * and have no token of the client's.
 */
export async function withFlowTokens(
  { flow, template, ...content }: Tokenless,
  messageId: number,
  { appKey, workspaceId }: Signer,
): Promise<SendableContent> {
  const asks = flow !== undefined || template?.components.some(isFlowButton);
  const token = asks ? await signFlowToken(appKey, { workspaceId, messageId }) : "";
  return {
    ...content,
    ...(flow && { flow: { ...flow, flow_token: token } }),
    ...(template && {
      template: {
        ...template,
        components: template.components.map((one) =>
          isFlowButton(one) ? signed(one, token) : one,
        ),
      },
    }),
  };
}

const isFlowButton = (component: TemplateComponent) => isButton(component, "flow");

const NO_ACTION = { type: "action" };

/** A button with a token of ours, unless it has one. */
function signed(button: TemplateComponent, token: string): TemplateComponent {
  const { parameters } = button;
  const [first, ...others] = parameters?.length ? parameters : [NO_ACTION];
  const action = { flow_token: token, ...Object(first && "action" in first ? first.action : {}) };
  return { ...button, parameters: [{ ...NO_ACTION, ...first, action }, ...others] };
}
