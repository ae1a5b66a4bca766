import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPage, renderTable } from './markdown-page.ts';

const LICENCES_PAGE = new URL('../docs/security/dependency-licences.md', import.meta.url);

/** A runtime dependency of a service. */
export interface Dependency {
  name: string;
  version: string;
  licence: string;
}

export interface Dependencies {
  /** The same on every platform. */
  everywhere: Dependency[];
  /** Optional packages for each platform, with the licences of those that are installed. */
  byPlatform: Array<Omit<Dependency, 'licence'> & { licence: string | undefined }>;
}

/** Permissive licences and waivers. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Packages with a variant per platform, and their allowed licences. */
const FAMILIES: ReadonlyArray<{ prefix: string; what: string; licences: readonly string[] }> = [
  {
    prefix: '@img/sharp-libvips-',
    what: 'libvips and its decoders, as a shared library',
    licences: ['LGPL-3.0-or-later'],
  },
  {
    prefix: '@img/sharp-',
    what: "sharp's binding to libvips; on Windows and as WebAssembly with libvips inside",
    licences: ['Apache-2.0', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  },
  { prefix: '@node-rs/argon2-', what: 'Argon2, compiled', licences: ['MIT'] },
];

/** Excluded by `overrides` in pnpm-workspace.yaml, although a package requires it. */
const KEPT_OUT = new Set(['@scarf/scarf']);

/** Packages without a licence in their manifest, and the one in their own text. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = { 'pause@0.0.1': 'MIT' };

interface Manifest {
  name?: string;
  version?: string;
  license?: unknown;
  /** The format of old packages. */
  licenses?: ReadonlyArray<{ type?: string }>;
  os?: unknown;
  cpu?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** All packages that the services need at run time, as installed. */
export function listDependencies(root: string): Dependencies {
  const everywhere = new Map<string, Dependency>();
  const byPlatform = new Map<string, Dependencies['byPlatform'][number]>();
  const seen = new Set<string>();
  const services = join(root, 'services');
  const waiting = readdirSync(services).map((name) => realpathSync(join(services, name)));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const manifest = readManifest(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    if (folder.includes('node_modules')) add(everywhere, toDependency(manifest));
    for (const [name, wanted] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (KEPT_OUT.has(name)) continue;
      const found = findPackage(folder, name);
      const isOptional = name in optionalDependencies;
      if (!found && !isOptional) throw new Error(`${name}, which ${folder} needs, is not installed`);
      const installed = found === undefined ? undefined : readManifest(found);
      // Packages for one platform say which.
      if (isOptional && (!installed || (installed.os ?? installed.cpu) !== undefined)) {
        const licence = installed && toDependency(installed).licence;
        add(byPlatform, { name, version: installed?.version ?? wanted, licence });
      } else if (found) waiting.push(found);
    }
  }
  return { everywhere: sorted(everywhere), byPlatform: sorted(byPlatform) };
}

/** The problems with licences, one per line. */
export function validateLicences({ everywhere, byPlatform }: Dependencies): string[] {
  const problems = everywhere
    .filter(({ licence }) => !isPermissive(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence} is no licence of the list`);
  for (const { name, version, licence } of byPlatform) {
    const family = FAMILIES.find(({ prefix }) => name.startsWith(prefix));
    if (!family) problems.push(`${name}@${version}: is of no known family of packages`);
    else if (licence !== undefined && !family.licences.includes(licence)) {
      problems.push(`${name}@${version}: ${licence} is not what ${family.prefix}* may have`);
    }
  }
  return problems;
}

/** The document: the same text on every machine with the lock file's packages. */
export function renderLicences({ everywhere, byPlatform }: Dependencies): Promise<string> {
  const count = new Map<string, number>();
  for (const { licence } of everywhere) count.set(licence, (count.get(licence) ?? 0) + 1);
  const counted = [...count].toSorted(([one, a], [other, b]) => b - a || compare(one, other));
  const families = FAMILIES.map(({ prefix, what, licences }) => {
    const mine = byPlatform.filter(
      ({ name }) => FAMILIES.find((one) => name.startsWith(one.prefix))?.prefix === prefix,
    );
    const versions = [...new Set(mine.map(({ version }) => version))].toSorted(compare);
    return [`\`${prefix}*\``, versions.join(', '), licences.join('; '), what];
  });
  const text = [
    INTRODUCTION,
    renderTable(
      ['Licence', 'Packages'],
      counted.map(([licence, packages]) => [licence, String(packages)]),
    ),
    '## One for each kind of machine\n',
    renderTable(['Packages', 'Version', 'Licence', 'What it is'], families),
    '## The same on every machine\n',
    renderTable(
      ['Package', 'Version', 'Licence'],
      everywhere.map(({ name, version, licence }) => [name, version, licence]),
    ),
  ].join('\n');
  return formatPage(text, LICENCES_PAGE);
}

const INTRODUCTION = `# Dependency licences

What the two services run with, transitively, without the tools of development and tests. \`npm run -s licences\`
writes this page from what is installed; \`tests/documents/security-papers.test.ts\` fails when it is stale, or
when a licence appears that is not allowed.

## Policy

- Allowed anywhere: ${[...PERMISSIVE].join(', ')}.
  They ask for no more than that their text is handed on, which an image does: it holds each package with its file.
- Of alternatives (\`OR\`) one must be allowed, of several at once (\`AND\`) all.
- LGPL-3.0-or-later is allowed for libvips alone: it is used as it is published, as a shared library in a package of
  its own that anyone can replace, and its source is at the address that the package names.
- Anything else, GPL, AGPL, SSPL, BUSL and "no licence" among it, needs a decision in \`docs/decisions/\` first.
- \`pause\` names no licence in its manifest; its Readme is the MIT licence.

## In short
`;

function isPermissive(licence: string): boolean {
  const choices = licence.replaceAll(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one)));
}

function toDependency({ name = '', version = '', license, licenses = [] }: Manifest): Dependency {
  const old = licenses.map(({ type = 'none named' }) => type).join(' OR ');
  const said = typeof license === 'string' ? license : SAID_ELSEWHERE[`${name}@${version}`];
  return { name, version, licence: said ?? (old || 'none named') };
}

/** Resolves a package like Node.js: in this folder or its parents. */
function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (folder === dirname(folder)) return undefined;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function add<T extends { name: string; version: string }>(to: Map<string, T>, one: T): void {
  to.set(`${one.name}@${one.version}`, one);
}

function sorted<T extends { name: string; version: string }>(all: Map<string, T>): T[] {
  return [...all.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** By code units, so that the order does not depend on the locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = listDependencies(root);
  await writeFile(LICENCES_PAGE, await renderLicences(found));
  for (const problem of validateLicences(found)) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}
