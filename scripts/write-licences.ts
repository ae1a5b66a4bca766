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

/** Packages with one variant per platform, and their allowed licences. */
const FAMILIES: ReadonlyArray<{ prefix: string; description: string; licences: readonly string[] }> = [
  {
    prefix: '@img/sharp-libvips-',
    description: 'libvips and its decoders, as a shared library',
    licences: ['LGPL-3.0-or-later'],
  },
  {
    prefix: '@img/sharp-',
    description: "sharp's binding to libvips; on Windows and as WebAssembly with libvips inside",
    licences: ['Apache-2.0', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  },
  { prefix: '@node-rs/argon2-', description: 'Argon2, compiled', licences: ['MIT'] },
];

/** Removed by `overrides` in pnpm-workspace.yaml, although a package requires it. */
const EXCLUDED = new Set(['@scarf/scarf']);

/** Licences of packages that state theirs only outside the manifest. */
const LICENCE_OVERRIDES: Readonly<Record<string, string>> = { 'pause@0.0.1': 'MIT' };

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

/** Lists all packages that the services need at run time, as installed. */
export function listDependencies(root: string): Dependencies {
  const everywhere = new Map<string, Dependency>();
  const byPlatform = new Map<string, Dependencies['byPlatform'][number]>();
  const seen = new Set<string>();
  const services = join(root, 'services');
  const queue = readdirSync(services).map((name) => realpathSync(join(services, name)));
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const manifest = readManifest(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    if (folder.includes('node_modules')) add(everywhere, toDependency(manifest));
    for (const [name, wanted] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (EXCLUDED.has(name)) continue;
      const packageFolder = findPackage(folder, name);
      const isOptional = name in optionalDependencies;
      if (!packageFolder && !isOptional) throw new Error(`${name}, which ${folder} needs, is not installed`);
      const installed = packageFolder === undefined ? undefined : readManifest(packageFolder);
      // Packages for one platform declare it in `os` or `cpu`.
      if (isOptional && (!installed || (installed.os ?? installed.cpu) !== undefined)) {
        const licence = installed && toDependency(installed).licence;
        add(byPlatform, { name, version: installed?.version ?? wanted, licence });
      } else if (packageFolder) queue.push(packageFolder);
    }
  }
  return { everywhere: sorted(everywhere), byPlatform: sorted(byPlatform) };
}

/** Returns one message for each problem with a licence. */
export function validateLicences({ everywhere, byPlatform }: Dependencies): string[] {
  const problems = everywhere
    .filter(({ licence }) => !isPermissive(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence} is not an allowed licence`);
  for (const { name, version, licence } of byPlatform) {
    const family = FAMILIES.find(({ prefix }) => name.startsWith(prefix));
    if (!family) problems.push(`${name}@${version}: unknown family of platform packages`);
    else if (licence !== undefined && !family.licences.includes(licence)) {
      problems.push(`${name}@${version}: ${licence} is not an allowed licence of ${family.prefix}*`);
    }
  }
  return problems;
}

/** Renders the document. The lock file determines its text, which is the same on every machine. */
export function renderLicences({ everywhere, byPlatform }: Dependencies): Promise<string> {
  const count = new Map<string, number>();
  for (const { licence } of everywhere) count.set(licence, (count.get(licence) ?? 0) + 1);
  const counted = [...count].toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || compare(left, right),
  );
  const families = FAMILIES.map(({ prefix, description, licences }) => {
    const variants = byPlatform.filter(
      ({ name }) => FAMILIES.find((candidate) => name.startsWith(candidate.prefix))?.prefix === prefix,
    );
    const versions = [...new Set(variants.map(({ version }) => version))].toSorted(compare);
    return [`\`${prefix}*\``, versions.join(', '), licences.join('; '), description];
  });
  const text = [
    INTRODUCTION,
    renderTable(
      ['Licence', 'Packages'],
      counted.map(([licence, packages]) => [licence, String(packages)]),
    ),
    '## Packages for one platform\n',
    renderTable(['Packages', 'Version', 'Licence', 'What it is'], families),
    '## Packages for all platforms\n',
    renderTable(
      ['Package', 'Version', 'Licence'],
      everywhere.map(({ name, version, licence }) => [name, version, licence]),
    ),
  ].join('\n');
  return formatPage(text, LICENCES_PAGE);
}

const INTRODUCTION = `# Dependency licences

All runtime dependencies of the two services, including indirect ones, without tools for development and tests.
\`npm run -s licences\` generates this page from the installed packages; \`tests/documents/security-papers.test.ts\`
fails if it is stale, or if a licence is not allowed.

## Policy

- Always allowed: ${[...PERMISSIVE].join(', ')}.
  They require at most that their text is passed on, which the images do: they contain each package with its licence file.
- Of alternatives (\`OR\`) one licence must be allowed, of combinations (\`AND\`) all.
- LGPL-3.0-or-later is allowed for libvips only: it is used as published, as a shared library in a separate package that
  anyone can replace, and its source is at the address in the package.
- Any other licence, such as GPL, AGPL, SSPL or BUSL, or none at all, first needs a decision in \`docs/decisions/\`.
- \`pause\` has no licence in its manifest; its README contains the MIT licence.

## Summary
`;

function isPermissive(licence: string): boolean {
  const choices = licence.replaceAll(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.has(part)));
}

function toDependency({ name = '', version = '', license, licenses = [] }: Manifest): Dependency {
  const legacy = licenses.map(({ type = 'none named' }) => type).join(' OR ');
  const declared = typeof license === 'string' ? license : LICENCE_OVERRIDES[`${name}@${version}`];
  return { name, version, licence: declared ?? (legacy || 'none named') };
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

function add<T extends { name: string; version: string }>(to: Map<string, T>, dependency: T): void {
  to.set(`${dependency.name}@${dependency.version}`, dependency);
}

function sorted<T extends { name: string; version: string }>(all: Map<string, T>): T[] {
  return [...all.values()].toSorted(
    (left, right) => compare(left.name, right.name) || compare(left.version, right.version),
  );
}

/** By code units, so that the order does not depend on the locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const dependencies = listDependencies(root);
  await writeFile(LICENCES_PAGE, await renderLicences(dependencies));
  for (const problem of validateLicences(dependencies)) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}
