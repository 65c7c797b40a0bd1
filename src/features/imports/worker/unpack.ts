import { batch } from "#db/batch";
import type { FilePart } from "#db/schema/imports";
import { pauseAfter } from "#lib/chunks";
import { bytesOf, deletePart, putPiece, sourceOf } from "../files";
import { UnreadableFile } from "../reading/unreadable";
import { SHEET_START, workbookLines } from "../reading/xlsx/lines";
import type { Lines, SheetPlace } from "../reading/xlsx/workbook";
import { describeText } from "../receive";
import type { Claimed } from "./claim";
import { advance, isSuperseded } from "./commit";

// Workbooks become lines of NDJSON, which can be read from any place on. A step writes some of them
// as a piece of a part; how far it is, the worker's own storage knows. The workbook that had the
// last turn stays open in memory: to open it again means to unpack it up to its place.

/** The most bytes of lines that a workbook may become. */
const MAX_LINES_BYTES = 500_000_000;
/** The steps that are made before the next import's. */
const STEPS = 10;
/** A step ends behind so many cells, characters of lines, or of the sheet. */
const [STEP_CELLS, STEP_CHARACTERS, STEP_SHEET_CHARACTERS] = [50_000, 4_194_304, 8_388_608];

type Progress = { place: SheetPlace; part: FilePart };

type Sheet = { id: number; at: number; lines: Generator<Lines, string[]> };

/** The lines that a step has read; the columns behind the last. */
type Step = { text: string; next: SheetPlace | null; columns: string[] | null };

const placeOf = ({ scope, row }: Claimed) => ({ workspaceId: scope.workspaceId, id: row.id });

export class Unpackings {
  readonly #storage: DurableObjectStorage;
  #open: Sheet | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** The place that the reading of a workbook has come to. */
  at = (id: number) => this.#progress(id)?.place.at ?? 0;

  /** Goes on with a workbook. */
  async work(claimed: Claimed) {
    try {
      for (let steps = STEPS; steps > 0; steps--)
        if (!(await pauseAfter(() => this.#step(claimed)))) return;
    } catch (error) {
      this.#open = undefined;
      if (isSuperseded(error) || error instanceof UnreadableFile) await this.#drop(claimed);
      throw error;
    }
  }

  /**
   * Deletes what was written, with the piece of the last step: whoever has cancelled the import
   * meanwhile has deleted its file before.
   */
  async #drop(claimed: Claimed) {
    const part = this.#progress(claimed.row.id)?.part;
    const all = part && { ...part, pieces: [...part.pieces, 0] };
    if (all) await deletePart(claimed.bucket, placeOf(claimed), all);
    this.end(claimed.row.id);
  }

  /** Forgets a workbook. */
  end(id: number) {
    if (this.#open?.id === id) this.#open = undefined;
    this.#storage.kv.delete(nameOf(id));
  }

  /** Forgets all: no workbook is being unpacked. */
  clear() {
    this.#open = undefined;
    for (const [name] of [...this.#storage.kv.list({ prefix: PREFIX })])
      this.#storage.kv.delete(name);
  }

  #progress = (id: number) => this.#storage.kv.get<Progress>(nameOf(id));

  /** Writes the next lines; returns whether there are more. */
  async #step(claimed: Claimed): Promise<boolean> {
    const { id } = claimed.row;
    const { place, part } = this.#progress(id) ?? {
      place: SHEET_START,
      part: { part: 0, upload: crypto.randomUUID(), pieces: [] },
    };
    // Before there is anything in R2: what is left there of a step that dies is known.
    this.#storage.kv.put(nameOf(id), { place, part });
    const sheet = await this.#sheet(claimed, place);
    const { text, next, columns } = await readStep(sheet.lines, place);
    const bytes = await putPiece(claimed.bucket, placeOf(claimed), part, text);
    const written = { ...part, pieces: [...part.pieces, ...(bytes > 0 ? [bytes] : [])] };
    if (bytesOf([written]) > MAX_LINES_BYTES) throw new UnreadableFile("too_large");
    if (columns) await this.#finish(claimed, written, columns);
    else await requireOpen(claimed);
    if (!next) return false;
    this.#storage.kv.put(nameOf(id), { place: next, part: written });
    this.#open = { ...sheet, at: next.at };
    return true;
  }

  /** The workbook, open at a place. */
  async #sheet({ bucket, row, settings, ...claimed }: Claimed, from: SheetPlace): Promise<Sheet> {
    const known = this.#open;
    // One that fails midway is opened again.
    this.#open = undefined;
    if (known?.id === row.id && known.at === from.at) return known;
    const place = { workspaceId: claimed.scope.workspaceId, id: row.id };
    const stream = await sourceOf(bucket, place, row.parts)(0);
    const file = new Uint8Array(await new Response(stream).arrayBuffer());
    const sheet = settings.sheet === undefined ? {} : { sheet: settings.sheet };
    return { id: row.id, at: from.at, lines: workbookLines(file, { ...sheet, from }) };
  }

  async #finish(claimed: Claimed, part: FilePart, columns: string[]) {
    const { scope, bucket } = claimed;
    const text = await describeText(scope, sourceOf(bucket, placeOf(claimed), [part]), {}, columns);
    await batch(scope, { unpacked: advance(claimed, { state: "ready", lines: [part], ...text }) });
    this.end(claimed.row.id);
  }
}

/** Throws as `advance` does (`isSuperseded`) where the import was cancelled. */
const requireOpen = (claimed: Claimed) => batch(claimed.scope, { same: advance(claimed, {}) });

/** Reads lines up to a place from which reading can go on, with pauses where there are none. */
async function readStep(lines: Sheet["lines"], from: SheetPlace): Promise<Step> {
  const texts: string[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = lines.next();
    if (done) return { text: texts.join(""), next: null, columns: value };
    const { text, next } = value;
    texts.push(text);
    length += text.length;
    const isEnough =
      next &&
      (next.cells - from.cells >= STEP_CELLS ||
        next.at - from.at >= STEP_SHEET_CHARACTERS ||
        length >= STEP_CHARACTERS);
    if (isEnough) return { text: texts.join(""), next, columns: null };
    if (text === "") await scheduler.wait(1);
  }
}

const PREFIX = "unpacking ";
const nameOf = (id: number) => PREFIX + id;
