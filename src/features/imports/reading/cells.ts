/**
 * The cells of a record, at most `max` and one; the same rules of quotes as `walkRecord`. Of a text
 * formula (`="a,b"`), the cell is what stands in the file.
 */
export function cellsOf(record: string, delimiter: string, max: number): string[] {
  if (!record.includes('"')) return record.split(delimiter, max + 1);
  const cells: string[] = [];
  for (let at = 0; at <= record.length && cells.length <= max; ) {
    if (record.startsWith('="', at)) {
      const next = endOfCell(record, delimiter, quotedCell(record, at + 1)[1]);
      cells.push(record.slice(at, next));
      at = next + 1;
    } else if (record[at] === '"') {
      const [text, end] = quotedCell(record, at);
      const next = endOfCell(record, delimiter, end);
      cells.push(text + record.slice(end, next));
      at = next + 1;
    } else {
      const next = endOfCell(record, delimiter, at);
      cells.push(record.slice(at, next));
      at = next + 1;
    }
  }
  return cells;
}

const endOfCell = (record: string, delimiter: string, from: number) => {
  const end = record.indexOf(delimiter, from);
  return end < 0 ? record.length : end;
};

/** The text in the quotes that open at `at`, and the place behind them. */
function quotedCell(record: string, at: number): [text: string, end: number] {
  for (let from = at + 1; ; ) {
    const quote = record.indexOf('"', from);
    const end = quote < 0 ? record.length : quote;
    if (record[end + 1] === '"' && quote >= 0) from = end + 2;
    else return [record.slice(at + 1, end).replaceAll('""', '"'), Math.min(end + 1, record.length)];
  }
}
