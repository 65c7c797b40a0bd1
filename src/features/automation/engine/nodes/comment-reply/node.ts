import { hash53 } from "#features/automation/engine/hash";
import { findContentFaults } from "#features/automation/engine/sending/check";
import { afterSending, goOn, send } from "#features/automation/engine/sending/send";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { slugsIn } from "#features/links/rewrite";
import { contentOf } from "#features/messaging/outbound/compose";
import { isPreferencesUrl, namesIn } from "#features/messaging/outbound/variables";
import { type CheckContext, defineNode } from "../definition";
import { CommentReplySettings, documentation } from "./settings";

const replyOf = (text: string) => ({ type: "comment_reply" as const, text });

/** The text of a visit: the same, however often it is stepped. */
const chosenFor = ({ texts }: CommentReplySettings, run: { id: number; visits: number }) =>
  texts[hash53(`${run.id} ${run.visits}`) % texts.length] ?? "";

/** Links that are the recipient's own would count the clicks of others as theirs. */
const publicLinks = ({ texts }: CommentReplySettings, { known }: CheckContext): NodeWarning[] =>
  texts.flatMap((text, index) => {
    const isOwn =
      namesIn(text).some(isPreferencesUrl) || slugsIn(text, known.shortUrlBase).length > 0;
    return isOwn ? [warnAt(`texts.${index}`, "public_link", {})] : [];
  });

export const commentReply = defineNode({
  type: "comment_reply",
  documentation,
  settings: CommentReplySettings,
  handles: ["next", "failed"],
  arrive: (node, context) =>
    send(node, replyOf(chosenFor(node.data, context.run)), "fail", context, goOn),
  waitsFor: () => ["sending"],
  react: (node, _, event) =>
    event.kind === "sending" ? afterSending(node, event, goOn) : undefined,
  findFaults: (data, context) => [
    ...findContentFaults(
      data.texts.map((text, index) => ({
        composed: contentOf(replyOf(text)),
        pathOf: () => `texts.${index}`,
      })),
      context,
    ),
    ...publicLinks(data, context),
  ],
  repliesUnder: true,
  isFilled: true,
});
