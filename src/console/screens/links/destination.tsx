import { Clip } from "#console/ui/text";
import styles from "./links.module.css";
import { type Lookup, partsOf } from "./placeholders";

const NOTHING: Lookup = () => undefined;

/** A destination with its placeholders marked. */
export const Destination = ({ url }: { url: string }) => (
  <Clip lines={2} className={styles.destination} title={url} dir="ltr">
    {url
      .replace(/^https?:\/\//, "")
      .split(/(\{\{[^{}]*\}\})/)
      .map((part, index) =>
        index % 2 === 0 ? part : <mark key={`${index} ${part}`}>{part.slice(2, -2)}</mark>,
      )}
  </Clip>
);

/** A destination with somebody's values, each marked by its origin. */
export const Filled = ({ url, lookup = NOTHING }: { url: string; lookup?: Lookup }) => (
  <code className={styles.filled} dir="ltr">
    {partsOf(url, lookup).map((part, index) =>
      part.kind === "text" ? (
        part.text
      ) : (
        <mark key={`${index} ${part.name}`} data-kind={part.kind} title={part.name}>
          {part.text || "∅"}
        </mark>
      ),
    )}
  </code>
);
