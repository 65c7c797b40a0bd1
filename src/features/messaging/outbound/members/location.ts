import * as z from "zod";
import { number, text } from "#lib/fields";
import { defineMember } from "./member";

type Place = { latitude: number; longitude: number; name?: string; address?: string };

export const location = defineMember({
  input: z
    .object({
      latitude: number().min(-90).max(90),
      longitude: number().min(-180).max(180),
      name: text(1024).describe("It can hold `{{placeholders}}`."),
      address: text(1024).describe("Shown below the name. It can hold `{{placeholders}}`."),
    })
    .meta({ id: "MessageLocation" })
    .nullish()
    .describe("For the type `location`, on WhatsApp."),
  read: ({ latitude, longitude, name, address }): Place => ({
    ...{ latitude, longitude },
    ...(name && { name }),
    ...(address && { address }),
  }),
  rewrite: ({ name, address, ...at }, change): Place => ({
    ...at,
    ...(name && { name: change(name, { field: "location.name", kind: "text" }) }),
    ...(address && { address: change(address, { field: "location.address", kind: "text" }) }),
  }),
  mayBeEmpty: (field) => field === "location.name" || field === "location.address",
});
