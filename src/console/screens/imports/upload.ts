import { createImport, type Import, type ImportEncoding, replaceImportPart } from "#client";
import { createStore, useStore } from "#console/data/store";
import { ofSession, PLAIN, type Session, useSession } from "#console/session/session";
import { keepFile } from "./samples";

/** As much as a workbook may have, which is read when its first part is there. */
const PART_BYTES = 20_000_000;
const MAX_PARTS = 20;
export const MAX_FILE_BYTES = 500_000_000;
export const MAX_WORKBOOK_BYTES = PART_BYTES;

/** The options for reading a file, where they are not to be detected. */
export type Reading = { encoding?: ImportEncoding; delimiter?: string; sheet?: string };

/** A file of which parts are on their way; `resume` sends the rest after an error. */
type Sending = { sent: number; bytes: number; error?: unknown; resume?: () => void };

const sendingsOf = ofSession(({ signal }) => {
  const sendings = createStore<ReadonlyMap<number, Sending>>(new Map());
  const isLeaving = (event: BeforeUnloadEvent) => {
    if ([...sendings.get().values()].some(({ error }) => !error)) event.preventDefault();
  };
  addEventListener("beforeunload", isLeaving, { signal });
  return sendings;
});

function set(session: Session, id: number, sending: Sending | undefined) {
  const next = new Map(sendingsOf(session).get());
  if (sending) next.set(id, sending);
  else next.delete(id);
  sendingsOf(session).set(next);
}

/** The progress of a file that this tab is sending. */
export const useSending = (id: number) =>
  useStore(sendingsOf(useSession()), (sendings) => sendings.get(id));

const sizeKey = (id: number) => `${PLAIN}import-${id}-bytes`;

/** True if the tab was closed, or loaded again, before all of the file was sent. */
export const isCutOff = ({ id, bytes }: Import) =>
  bytes < Number(sessionStorage.getItem(sizeKey(id)) ?? 0);

/** Sends the first part of a file, which shows its columns; the others follow by themselves. */
export async function sendFile(session: Session, file: File, reading: Reading): Promise<Import> {
  const size = Math.max(PART_BYTES, Math.ceil(file.size / MAX_PARTS));
  const { data } = await createImport({
    client: session.client,
    query: { name: file.name.slice(-255), ...reading },
    body: file.slice(0, size),
  });
  keepFile(session, data.id, { file, ...reading });
  if (file.size > size) {
    sessionStorage.setItem(sizeKey(data.id), String(file.size));
    void sendRest(session, data.id, file, { size, part: 2 });
  }
  return data;
}

async function sendRest(
  session: Session,
  id: number,
  file: File,
  { size, part }: { size: number; part: number },
) {
  const from = (part - 1) * size;
  if (from >= file.size) {
    sessionStorage.removeItem(sizeKey(id));
    set(session, id, undefined);
    await session.queries.invalidateQueries({ queryKey: ["imports"] });
    return;
  }
  set(session, id, { sent: from, bytes: file.size });
  try {
    const body = file.slice(from, from + size);
    await replaceImportPart({ client: session.client, path: { import: id, part }, body });
  } catch (error) {
    const resume = () => void sendRest(session, id, file, { size, part });
    return set(session, id, { sent: from, bytes: file.size, error, resume });
  }
  await sendRest(session, id, file, { size, part: part + 1 });
}
