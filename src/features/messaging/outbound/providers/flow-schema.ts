import * as z from "zod";
import { flowModes } from "#domain/messaging";

/** A form, as a client's gateway is asked to send it. */
export const OutgoingFlow = z
  .object({
    flow_id: z.string(),
    cta: z.string(),
    mode: z.enum(flowModes),
    screen: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    flow_token: z.string().meta({
      description: "Proves that answers are those of this message: send it along unchanged.",
    }),
  })
  .meta({ id: "OutgoingFlow" });
