import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

/** Mirrors receive what another catalogue sends. */
const RECEIVING = /^services\/catalogue\/src\/mirror\//;

/** The sources of the services, each with the names that it imports from a typed client. */
const SOURCES = globSync('services/*/src/**/*.ts', { cwd: ROOT }).map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const service = path.split('/')[1] ?? '';
  return { path, text, service };
});

function listImports(text: string, client: string): string[] {
  const imports = text.matchAll(
    /import (?:type )?(?:\{([^}]+)\}|\* as (\w+)) from '@kitroom\/([\w-]+)[^']*'/g,
  );
  return [...imports].flatMap(([, names = '', all = '', from]) =>
    from === client
      ? [all, ...names.split(',').map((name) => name.replace(/^\s*type |^.* as /g, '').trim())]
      : [],
  );
}

/** The uses of a type with a contract or schema of one of the clients. */
function findUses(type: string, text: string, client: string): string[] {
  const names = new Set(listImports(text, client));
  const uses = [...text.matchAll(new RegExp(`\\b${type}<typeof (\\w+)[\\w.]*`, 'g'))];
  return uses.flatMap(([use, name = '']) => (names.has(name) ? [use] : []));
}

/** Types of exported items, and parts of imports that also occur in requests. */
const NO_RESPONSES = /^(?:Export(?:ed|Manifest)|Import(?:Options|Warning)$)/;

/** The types of what the clients receive, by service. */
const RECEIVED_TYPES = { catalogue: listReceived('catalogue'), collection: listReceived('collection') };

function listReceived(service: string): ReadonlySet<string> {
  const texts = globSync(`packages/${service}-client/src/**/*.ts`, { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  const types = texts.flatMap((text) => [...text.matchAll(/export type (\w+) = z\.output</g)]);
  return new Set(types.map(([, name = '']) => name).filter((name) => !NO_RESPONSES.test(name)));
}

// Only the types of sent data require every new field: see `newField`.
describe('response types in the sources', () => {
  it('are z.input or BodyOf in the service that sends the response', () => {
    const wrong = SOURCES.filter(({ path }) => !RECEIVING.test(path)).flatMap(({ path, text, service }) =>
      findUses('z\\.output', text, `${service}-client`).map((use) => `${path}: ${use}`),
    );
    expect(SOURCES.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it('are not client types in routes and views of the service that sends the response', () => {
    const wrong = SOURCES.filter(({ path }) => /-(?:routes|view)\.ts$/.test(path)).flatMap(
      ({ path, text, service }) => {
        const received = RECEIVED_TYPES[service as keyof typeof RECEIVED_TYPES];
        return listImports(text, `${service}-client`)
          .filter((name) => received.has(name))
          .map((name) => `${path}: ${name}`);
      },
    );
    expect(wrong).toEqual([]);
  });

  it('are client types in the service that receives the response', () => {
    const wrong = SOURCES.flatMap(({ path, text, service }) =>
      ['BodyOf', 'z\\.input'].flatMap((type) =>
        findUses(type, text, `${service === 'catalogue' ? 'collection' : 'catalogue'}-client`).map(
          (use) => `${path}: ${use}`,
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['catalogue', 'collection'])('are never BodyOf in the schema types of the %s client', (service) => {
    const path = join(ROOT, `packages/${service}-client/src/schema-types.ts`);
    expect(readFileSync(path, 'utf8')).not.toMatch(/\bBodyOf</);
  });
});
