import * as z from "zod";
import { defineNode } from "#features/automation/engine/nodes/definition";
import { documentSettings } from "#features/automation/engine/nodes/documentation";
import { savedTo, savedVariable, seconds } from "#features/automation/engine/nodes/fields";
import { after } from "#features/automation/engine/nodes/passage";
import { nodeDefinitions } from "#features/automation/engine/nodes/registry";
import { leave, wait } from "#features/automation/engine/transition";
import { reference, requiredText } from "#lib/fields";

const settings = z.object({
  text: requiredText(100),
  tag_id: reference(),
  seconds: seconds(),
  save_to: savedTo("the code"),
});

const madeUp = defineNode({
  type: "made_up",
  documentation: {
    summary: "Sends a parcel.",
    data: documentSettings(settings, "MadeUp", "`made_up`", {
      text: "Hello",
      tag_id: 1,
      seconds: 60,
    }),
  },
  settings,
  handles: ["next", "lost"],
  arrive: ({ data }, { now }) => wait("time", now + data.seconds * 1000),
  waitsFor: () => ["time"],
  waits: () => true,
  react: () => leave("next"),
  passage: (data) => after(data.seconds),
  references: ({ tag_id: ref }) => [{ kind: "tag", ref, path: "tag_id" }],
  sets: savedVariable,
  isFilled: true,
  passesOn: true,
});

/** A type of node that the registry has from now on, and no other place knows. */
Object.assign(nodeDefinitions, { [madeUp.type]: madeUp });
