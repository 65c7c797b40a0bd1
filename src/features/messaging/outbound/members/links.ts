import { messageBounds } from "#domain/messaging";
import { sampleUrl } from "#features/links/destination";
import { requiredText } from "#lib/fields";
import { isHttpUrl } from "#lib/http-url";
import { publicUrlFault } from "#lib/outbound-url";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";

/** The most characters of a URL behind a button. */
const MAX_URL_CHARACTERS = 2_000;

const isUrl = (url: string) => (url.includes("{{") ? sampleUrl(url) !== null : isHttpUrl(url));

/** The document's words about the title of a button. */
export const TITLE_WORDS =
  "It can hold `{{placeholders}}`. " +
  `At most ${messageBounds.title} characters with all filled in.`;

/** The URL that a button opens. */
export const LinkUrl = requiredText(2048)
  .refine(isUrl, validationMessages.url)
  .describe(
    "An https URL. Of a public host, on port 443 or 8443. It can hold `{{placeholders}}`, in " +
      "the host only those of variables. A `template_variable_url` becomes the recipient's own " +
      "link. At most 2,000 characters with all filled in.",
  );

/** The fault of a URL that a recipient is to open; the service's own may be of any host. */
export function linkFault(url: string, shortUrlBase: string) {
  if (codePoints(url) > MAX_URL_CHARACTERS)
    return validationMessages.atMostCharacters(MAX_URL_CHARACTERS);
  const isOwn = url.startsWith(`${shortUrlBase}/`) && isHttpUrl(url);
  return isOwn ? undefined : publicUrlFault(url);
}
