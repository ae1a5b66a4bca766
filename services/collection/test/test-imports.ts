import { expect } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { ApiResponse, TestCollection } from './test-collection.ts';

type Content = string | Buffer | Blob;

/** A user's client of the imports API. */
export interface Importer {
  send(content: Content, name?: string): Promise<ApiResponse>;
  /** Sends a file and waits until it has been read. */
  review(content: Content, name?: string): Promise<ApiResponse['body']>;
  request(path: string, method?: string, body?: unknown): Promise<ApiResponse>;
  /** Waits until the import is not being processed; returns it. */
  settled(id: number): Promise<ApiResponse['body']>;
  rows(id: number, filter?: string): Promise<ApiResponse['body'][]>;
  apply(id: number): Promise<ApiResponse['body']>;
  undo(id: number): Promise<ApiResponse['body']>;
  items(): Promise<ApiResponse['body'][]>;
}

/** Longer than an import of 100,000 rows takes on a busy machine. */
const WAIT_MS = 300_000;

export function createImporter(collection: TestCollection, token: string): Importer {
  const authorization = { Authorization: `Token ${token}` };

  const request: Importer['request'] = (path, method = 'GET', body) =>
    collection.request(path, {
      method,
      headers: { ...authorization, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const send: Importer['send'] = (content, name = 'shirts.csv') => {
    const body = new FormData();
    const file = content instanceof Blob ? content : new Blob([new Uint8Array(Buffer.from(content))]);
    body.set('file', file, name);
    return collection.request('/api/imports/', { method: 'POST', headers: authorization, body });
  };
  const settled: Importer['settled'] = async (id) => {
    let current: ApiResponse['body'];
    await eventually(async () => {
      current = (await request(`/api/imports/${id}/`)).body;
      expect(['reading', 'applying', 'undoing']).not.toContain(current.status);
    }, WAIT_MS);
    return current;
  };
  const start = async (id: number, action: string) => {
    const { status, body } = await request(`/api/imports/${id}/${action}/`, 'POST');
    expect([status, body]).toEqual([202, expect.objectContaining({ id })]);
    return settled(id);
  };
  return {
    request,
    send,
    settled,
    review: async (content, name) => {
      const { status, body } = await send(content, name);
      expect([status, body.status]).toEqual([202, 'reading']);
      return settled(body.id);
    },
    rows: async (id, filter = '') =>
      (await request(`/api/imports/${id}/rows/?page_size=100&${filter}`)).body.results,
    apply: (id) => start(id, 'apply'),
    undo: (id) => start(id, 'undo'),
    items: async () => (await request('/api/items/?ordering=created_at')).body,
  };
}

/** The counts of an import that are not zero. */
export function countsOf({ counts }: { counts: Record<string, number> }): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Inserts an import in review with one row. */
export async function addImport(
  { db }: Pick<TestCollection, 'db'>,
  user: { id: number },
  mark = '',
): Promise<number> {
  const [row] = await query<{ id: number }>(
    db,
    `insert into imports (user_id, source, file_name, status, is_read, columns, mapping, options, row_count)
     values (?, 'csv', ?, 'review', true, ?, '{"Name": "name"}', ?, 1) returning id`,
    [user.id, mark, JSON.stringify([{ name: 'Name', samples: [mark] }]), JSON.stringify(OPTIONS)],
  );
  const id = row?.id ?? 0;
  await query(db, `insert into import_rows (import_id, number, cells, status) values (?, 1, ?, 'invalid')`, [
    id,
    JSON.stringify({ Name: mark }),
  ]);
  return id;
}

const OPTIONS = {
  on_match: 'skip',
  invalid_as_draft: false,
  date_order: 'ymd',
  decimal: '.',
  with_photos: true,
  defaults: {},
};
