import type { SendableContent } from "./provider";

/** The version of messages with Flows. */
const MESSAGE_VERSION = "3";

/** A Flow as WhatsApp takes it. Without a screen it opens at its own first one. */
export const flowAction = ({
  flow_id,
  flow_token,
  cta,
  mode,
  screen,
  data,
}: NonNullable<SendableContent["flow"]>) => ({
  name: "flow",
  parameters: {
    flow_message_version: MESSAGE_VERSION,
    ...{ flow_token, flow_id, flow_cta: cta, mode },
    ...(screen && {
      flow_action: "navigate",
      flow_action_payload: { screen, ...(data && { data }) },
    }),
  },
});
