import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the catalogues of a test that share a database keep their bulk data, unless the test names another folder. */
export function bulkFolderOf(databaseUrl: string): string {
  return join(tmpdir(), 'kitroom-test-bulk', new URL(databaseUrl).pathname.slice(1));
}
