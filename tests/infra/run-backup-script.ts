import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { INSTALLED_BIN } from './installed-postgres.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs one of the scripts for backups, with only the given variables and the programs of the installed
 * PostgreSQL; those in a folder `programs` replace them. `sources` is the root of another version's sources.
 */
export async function runBackupScript(
  script: 'backup.sh' | 'restore.sh',
  args: string[],
  env: Record<string, string>,
  { programs, sources = root }: { programs?: string | undefined; sources?: string } = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const PATH = [programs, INSTALLED_BIN, process.env.PATH].filter(Boolean).join(':');
  const child = spawn(resolve(sources, 'infra/backup', script), args, {
    cwd: '/',
    env: { ...env, PATH, LC_ALL: 'C' },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ status, ...output }));
  });
}
