import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const services = resolve(import.meta.dirname, '../../services');

/** Which migrations a service's baseline took the place of: the last one, and a commit that has them all. */
export async function importBaseline(
  service: string,
): Promise<{ replaces: { last: string; commit: string } }> {
  const folder = join(services, service, 'migrations');
  const file = readdirSync(folder).find((name) => name.endsWith('_baseline.ts')) ?? '';
  return import(pathToFileURL(join(folder, file)).href);
}
