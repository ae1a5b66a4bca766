import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const services = resolve(import.meta.dirname, '../../services');

/** Returns the last migration that a service's baseline replaced, and a commit that contains all of them. */
export async function importBaseline(
  service: string,
): Promise<{ replaces: { last: string; commit: string } }> {
  const folder = join(services, service, 'migrations');
  const file = readdirSync(folder).find((name) => name.endsWith('_baseline.ts')) ?? '';
  return import(pathToFileURL(join(folder, file)).href);
}
