import * as z from "zod";
import { requiredText } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const CommentReplySettings = z.object({
  texts: z
    .array(requiredText(1000))
    .min(1)
    .max(10)
    .describe(
      "Each run takes one of them, so that the replies under a post are not all the same. " +
        "Placeholders are filled. Short links stay as they are, and `{{preferences_url}}` is " +
        "empty: everybody can read it.",
    ),
});

export type CommentReplySettings = z.output<typeof CommentReplySettings>;

export const documentation: NodeDocumentation = {
  summary:
    "Replies under the comment that has started the run, for all to read. It needs no open " +
    "window. Without such a comment the run leaves by `failed` (`no_comment`).",
  data: documentSettings(CommentReplySettings, "CommentReply", "`comment_reply`", {
    texts: ["Thank you, {{first_name|there}}! Look into your messages.", "It is on its way."],
  }),
};
