import { ExternalLink, Reply } from "lucide-react";
import styles from "./bubble.module.css";
import type { Link, Shown } from "./content";

const Links = ({ links }: { links: Link[] }) =>
  links.map(({ url, title }, index) => (
    <a key={index} className={styles.choice} href={url} target="_blank" rel="noreferrer">
      <ExternalLink size="0.9rem" />
      {title}
    </a>
  ));

/** The buttons that open URLs, and the cards of a message. A short link counts the click. */
export const Cards = ({
  shown: { links, cards },
  onTap,
}: {
  shown: Shown;
  onTap: (id: string, title: string) => void;
}) => (
  <>
    <Links links={links} />
    {cards.map(({ title, text, buttons, links }, index) => (
      <div key={index} className={styles.group}>
        <div className={styles.bubble} dir="auto">
          {title && <p className={styles.header}>{title}</p>}
          {text && <p className={styles.text}>{text}</p>}
        </div>
        <Links links={links} />
        {buttons.map(({ id, title }) => (
          <button key={id} type="button" className={styles.choice} onClick={() => onTap(id, title)}>
            <Reply size="0.9rem" />
            {title}
          </button>
        ))}
      </div>
    ))}
  </>
);
