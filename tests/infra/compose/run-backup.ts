import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { INSTALLED_BIN } from '../installed-postgres.ts';
import { runProgram } from '../run-program.ts';
import type { DockerCall, DockerResult } from './stub-docker.ts';
import type { Project } from './stub-project.ts';

/**
 * `docker run` of a script in PostgreSQL's image: runs it with the programs of this machine's PostgreSQL.
 * Paths in the container are replaced by those of this machine that are mounted there.
 */
export async function runBackup(
  args: string[],
  { cwd, env }: Omit<DockerCall, 'args'>,
  project: Project,
): Promise<DockerResult> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rm: { type: 'boolean' },
      'env-file': { type: 'string', default: '' },
      network: { type: 'string' },
      volume: { type: 'string', short: 'v', multiple: true, default: [] },
    },
  });
  const mounts = values.volume.map((mount) => mount.split(':'));
  const outside = (text: string) =>
    mounts.reduce((read, [source = '', target = '']) => {
      const folder = source.startsWith('/') ? source : project.volume(source.replace(/^kitroom_/, ''));
      return read.replace(new RegExp(`^${target}(?=/|$)`), folder);
    }, text);
  const file = parseEnv(readFileSync(resolve(cwd, values['env-file']), 'utf8'));
  const variables = Object.entries(file).map(([name, value = '']) => [
    name,
    project.translate(outside(value)),
  ]);
  const [, program = '', ...rest] = positionals;
  const stdout = await runProgram(outside(program), rest, {
    env: { ...Object.fromEntries(variables), PATH: `${INSTALLED_BIN}:${env['PATH']}` },
  });
  return { status: 0, stdout, stderr: '' };
}
