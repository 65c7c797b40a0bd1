import * as z from "zod";
import { type FaultSubject, faultSubjects } from "./fault-subjects";
import { Channel } from "./schema";

const subjectTexts = Object.entries(faultSubjects).map(([name, text]) => `\`${name}\`: ${text}`);

export const CheckedChannel = Channel.extend({
  faults: z
    .array(
      z.object({
        about: z
          .enum(Object.keys(faultSubjects) as [FaultSubject, ...FaultSubject[]])
          .meta({ id: "ChannelFaultSubject", description: `${subjectTexts.join("; ")}.` }),
        detail: z.string().meta({ description: "What Meta said, or what is the matter." }),
      }),
    )
    .meta({ description: "What is wrong, as the check has just found it. It is not kept." }),
}).meta({ id: "CheckedChannel", description: "A channel that was checked." });

export type CheckedChannel = z.output<typeof CheckedChannel>;
