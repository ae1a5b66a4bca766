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
  send: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const sent = send(transaction.objectStore(STORE));
    await toPromise(transaction, 'complete');
    return sent.result;
  } finally {
    database.close();
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('kitroom-drafts', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  await toPromise(opening, 'success');
  return opening.result;
}

/** Resolves with the event that reports success. A change is stored once its transaction is complete. */
function toPromise(target: IDBRequest | IDBTransaction, success: 'success' | 'complete'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(target.error ?? new Error('the browser stores no files'));
    target.addEventListener(success, () => resolve());
    target.addEventListener('error', fail);
    target.addEventListener('abort', fail);
  });
}
