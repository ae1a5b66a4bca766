import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the catalogues of a test that share a database keep their bulk data, unless the test names another folder. */
export function bulkFolderOf(databaseUrl: string): string {
  const { port, pathname } = new URL(databaseUrl);
  return join(tmpdir(), 'kitroom-test-bulk', port, pathname.slice(1));
}
