/** A file of a draft. */
export interface DraftFile {
  /** Rises with each file. */
  id: number;
  file: File;
}

const STORE = 'photos';

/** Keeps a chosen file until it is removed, also when the window is closed. Rejects if the browser cannot. */
export async function keepFile(draft: string, { id, file }: DraftFile): Promise<void> {
  await request('readwrite', (store) => store.put({ id, file } satisfies DraftFile, [draft, id]));
}

export async function removeFile(draft: string, id: number): Promise<void> {
  await request('readwrite', (store) => store.delete([draft, id]));
}

/** The files of a draft in the order in which they were chosen. */
export function listFiles(draft: string): Promise<DraftFile[]> {
  const ofDraft = IDBKeyRange.bound([draft], [draft, Infinity]);
  return request('readonly', (store) => store.getAll(ofDraft) as IDBRequest<DraftFile[]>);
}

async function request<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await settle(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('kitroom-drafts', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  return settle(opening);
}

function settle<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('the browser stores no files')));
  });
}
