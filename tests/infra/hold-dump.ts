import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { INSTALLED_BIN } from './installed-postgres.ts';

const MINUTE = 60_000;

/** Actions just before and just after the dump of a service's database. */
export interface DumpHooks {
  before(): Promise<unknown>;
  after(): Promise<unknown>;
}

/**
 * Runs a backup and pauses it just before and just after the dump of the collection's database. The backup
 * must search the folder `programs` for its programs first.
 */
export async function holdDump<T>(
  folder: string,
  { before, after }: DumpHooks,
  backUp: (programs: string) => Promise<T>,
): Promise<T> {
  const programs = join(folder, 'held-programs');
  mkdirSync(programs, { recursive: true });
  const path = join(programs, 'pg_dump');
  writeFileSync(path, heldDump(programs));
  chmodSync(path, 0o755);
  const passing = async (moment: string, work: () => Promise<unknown>) => {
    const sign = join(programs, moment);
    await eventually(async () => expect(existsSync(sign)).toBe(true), MINUTE);
    await work().finally(() => rmSync(sign));
  };
  const made = backUp(programs);
  await Promise.race([made, passing('before', before).then(() => passing('after', after))]);
  return made;
}

/** A replacement for pg_dump that waits until its marker files are removed. */
const heldDump = (folder: string) => `#!/bin/sh
set -eu
hold() {
  touch '${folder}'/"$1"
  while [ -e '${folder}'/"$1" ]; do sleep 0.05; done
}
case "$*" in *collection.dump*) hold before ;; esac
'${INSTALLED_BIN}/pg_dump' "$@"
case "$*" in *collection.dump*) hold after ;; esac
`;
