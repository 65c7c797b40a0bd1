import * as z from "zod";
import { mediaFailures, mediaKinds, mediaStates } from "#domain/media";
import { at, query } from "#lib/fields";

export const Medium = z
  .object({
    id: z.int(),
    state: z.enum(mediaStates).meta({
      description: "`pending` until the service has fetched it from the platform.",
    }),
    failure: z
      .enum(mediaFailures)
      .nullable()
      .meta({
        description:
          "Why it is not stored: `too_large`, `wrong_type` (not what the message says), " +
          "`not_found` (gone at the platform), `refused` (the channel's token), `unreachable`, " +
          "`not_allowed` (the URL's host), `quota_reached`. While it is `pending`, why the last " +
          "attempt failed.",
      }),
    kind: z.enum(mediaKinds),
    mime_type: z.string().nullable(),
    size: z.int().nullable().meta({ description: "In bytes." }),
    filename: z.string().nullable(),
    url: z.string().nullable().meta({
      description: "Where to download it, without a token, until `url_valid_until`.",
    }),
    url_valid_until: at.nullable(),
  })
  .meta({
    id: "Medium",
    description: "The file of a message.",
    examples: [
      {
        id: 31,
        state: "stored",
        failure: null,
        kind: "image",
        mime_type: "image/jpeg",
        size: 81_204,
        filename: null,
        url:
          "https://go.example.com/v1/media-files/mC0Yh0mYwW2a9G6zR1XyXh2v7PqS4tKd.1.v.s9kx1c/" +
          "image-31.jpg",
        url_valid_until: "2026-11-20T11:15:30.000Z",
      },
    ],
  });

export const UploadQuery = z.object({
  kind: query
    .choice(mediaKinds)
    .describe("How it is sent. By its type if absent; any type can be a `document`."),
  filename: query.text(255).describe("The name that the recipient of a document sees."),
});

export type UploadQuery = z.output<typeof UploadQuery>;
export type Medium = z.output<typeof Medium>;
