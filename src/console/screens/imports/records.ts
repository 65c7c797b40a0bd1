/** The first records of a text of cells, each as its cells; blank ones are left out. */
export function recordsOf(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  let [cells, cell, isQuoted] = [[] as string[], "", false];
  for (let at = 0; at < text.length && records.length < most; at++) {
    const character = text[at] ?? "";
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === delimiter || character === "\n" || character === "\r") {
      cells.push(cell);
      cell = "";
      if (character === delimiter) continue;
      if (cells.some((one) => one.trim())) records.push(cells);
      cells = [];
    } else cell += character;
  }
  return records;
}
