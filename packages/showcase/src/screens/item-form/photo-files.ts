import { createStore, del, promisifyRequest, set } from 'idb-keyval';

/** A file of a draft. */
export interface DraftFile {
  /** Increases with each file. */
  id: number;
  file: File;
}

const store = createStore('kitroom-drafts', 'photos');

/** Stores a chosen file until it is removed, even if the window is closed. Rejects if the browser cannot. */
export async function keepFile(draft: string, { id, file }: DraftFile): Promise<void> {
  await set([draft, id], { id, file } satisfies DraftFile, store);
}

export async function removeFile(draft: string, id: number): Promise<void> {
  await del([draft, id], store);
}

/** Lists the files of a draft in the order in which they were chosen. */
export async function listFiles(draft: string): Promise<DraftFile[]> {
  const draftKeys = IDBKeyRange.bound([draft], [draft, Infinity]);
  return store('readonly', (files) => promisifyRequest<DraftFile[]>(files.getAll(draftKeys)));
}
