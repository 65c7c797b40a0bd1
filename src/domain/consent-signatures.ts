import { foldKeyword } from "#lib/text";

const MAX_LINES = 30;
const MAX_NAME_CHARACTERS = 40;
const MAX_NAMES = 2;
/** Of a line with courtesies: longer ones say more than that. */
const MAX_WORDS = 20;

const foldAll = (texts: string[]) => texts.map(foldKeyword);

/** Words of courtesy before or after an opt-out word. */
const COURTESIES = new Set(
  foldAll([
    ...["please", "pls", "plz", "thanks", "thank you", "thanks a lot", "many thanks", "thx", "ty"],
    ...["thank you very much", "cheers", "regards", "best regards", "kind regards", "bye"],
    ...["merci", "merci beaucoup", "merci d'avance", "svp", "stp", "s'il vous plaît"],
    ...["s'il te plaît", "cordialement", "bonne journée", "au revoir"],
    ...["bitte", "danke", "vielen dank", "danke schön", "mfg", "viele grüße", "lg", "gruß"],
    ...["mit freundlichen grüßen"],
    ...["grazie", "grazie mille", "per favore", "per piacere", "cordiali saluti", "saluti"],
    ...["bedankt", "dank u", "dank je", "dank u wel", "alstublieft", "alsjeblieft", "aub", "mvg"],
    ...["met vriendelijke groet", "groeten"],
    ...["obrigado", "obrigada", "muito obrigado", "muito obrigada", "por favor", "atenciosamente"],
    ...["gracias", "muchas gracias", "saludos", "un saludo"],
    ...["спасибо", "пожалуйста", "большое спасибо"],
    ...["شكرا", "شكرا لك", "شكرا جزيلا", "من فضلك", "من فضلكم", "لو سمحت"],
    ...["teşekkürler", "teşekkür ederim", "sağol", "lütfen"],
    ...["dziękuję", "dzięki", "proszę", "pozdrawiam"],
    ...["धन्यवाद", "शुक्रिया", "कृपया"],
  ]),
);

const LONGEST_COURTESY = Math.max(...[...COURTESIES].map((text) => text.split(" ").length));

/** The beginnings of lines that phones and mail programs add below a message. */
const DEVICE_BEGINNINGS = foldAll([
  ...["sent from", "sent via", "sent with", "sent using", "get outlook for", "outlook for"],
  ...["envoyé de", "envoyé depuis", "envoyé à partir", "envoyé via", "envoyé avec"],
  ...["télécharger outlook", "téléchargez outlook", "obtenez outlook"],
  ...["gesendet von", "gesendet mit", "gesendet aus", "von meinem", "diese nachricht wurde von"],
  ...["outlook für", "inviato da", "inviato dal", "inviato con", "scarica outlook"],
  ...["ottieni outlook", "verzonden vanaf", "verzonden met", "verstuurd vanaf", "verstuurd met"],
  ...["outlook voor", "enviado desde", "enviado do", "enviado de", "enviado a partir"],
  ...["enviado con", "enviado com", "obtener outlook", "obter o outlook", "отправлено с"],
  ...["отправлено из", "أرسلت من", "تم الإرسال من", "أرسل من", "wysłane z", "wysłano z"],
]);
/** The ends of such lines where the verb comes last. */
const DEVICE_ENDINGS = foldAll(["gönderildi", "gesendet", "भेजा गया", "से भेजा"]);

const isOfDevice = (folded: string) =>
  DEVICE_BEGINNINGS.some((beginning) => folded.startsWith(`${beginning} `)) ||
  DEVICE_ENDINGS.some((ending) => folded.endsWith(` ${ending}`));

/** One to four words that all begin with a capital, or with a letter that has no case. */
const NAME_WORD = "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}.'’-]*";
const NAME = new RegExp(`^[-–—~\\s]*${NAME_WORD}(\\s+${NAME_WORD}){0,3}[\\s.,]*$`, "u");
const isName = (line: string) => line.length <= MAX_NAME_CHARACTERS && NAME.test(line);

const HAS_WORDS = /[\p{L}\p{N}]/u;
const DELIMITER = /^\s*(--|—|__)[\s_—-]*$/u;
const QUOTE = /^\s*>/;

/** The text without the courtesies at its end, both folded. */
export function withoutCourtesy(folded: string): string {
  const words = folded.split(" ");
  if (words.length > MAX_WORDS) return folded;
  for (let count = Math.min(LONGEST_COURTESY, words.length - 1); count > 0; count--)
    if (COURTESIES.has(words.slice(-count).join(" ")))
      return withoutCourtesy(words.slice(0, -count).join(" "));
  return folded;
}

/**
 * The first line of a text, folded, if only a signature follows: courtesies, the line of a
 * telephone, a name or two, or whatever is below `--`. Undefined if there is more. `isOther` tells
 * a name from a word that contradicts the first line. `isPolite`, `isNamed`: it has courtesies, or
 * names, not only below `--`.
 */
export function unsigned(
  text: string,
  isOther: (folded: string, first: string) => boolean,
): { words: string; isPolite: boolean; isNamed: boolean } | undefined {
  const [line = "", ...others] = linesOf(text);
  const first = foldKeyword(line);
  if (others.length > MAX_LINES) return undefined;
  let [names, isPolite] = [0, false];
  for (const line of others) {
    if (DELIMITER.test(line)) break;
    const folded = foldKeyword(line);
    if (!HAS_WORDS.test(folded) || QUOTE.test(line) || isOfDevice(folded)) continue;
    const isCourtesy = COURTESIES.has(folded);
    isPolite ||= isCourtesy;
    if (isCourtesy) continue;
    if (!isName(line) || isOther(folded, first) || ++names > MAX_NAMES) return undefined;
  }
  return { words: first, isPolite, isNamed: names > 0 };
}

/** The lines from the first that says anything. */
function linesOf(text: string) {
  if (!/[\n\r\u2028\u2029]/.test(text)) return [text];
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/, MAX_LINES + 10);
  const start = lines.findIndex((line) => HAS_WORDS.test(foldKeyword(line)));
  return start < 0 ? [text] : lines.slice(start);
}
