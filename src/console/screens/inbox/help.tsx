import { useTexts } from "#console/texts/catalogue";
import { Dialog } from "#console/ui/dialog";
import styles from "./inbox.module.css";
import { texts } from "./texts";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys and their actions. */
export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const keys: [string, string[]][] = [
    [t.keys.next, ["J"]],
    [t.keys.previous, ["K"]],
    [t.keys.reply, ["R"]],
    [t.keys.note, ["N"]],
    [t.keys.close, ["E"]],
    [t.keys.search, ["/"]],
    [t.keys.panel, ["I"]],
    [t.keys.send, [t.enter]],
    [t.keys.leave, [t.escape]],
    [t.keys.palette, isMac ? ["⌘", "K"] : ["Ctrl", "K"]],
    [t.keys.help, ["?"]],
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.help} width="26rem">
      <dl className={styles.keys}>
        {keys.map(([name, pressed]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
