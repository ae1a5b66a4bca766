// Prints a release's notes from the changelog: `node scripts/release-notes.mjs catalogue-v1.2.3`. Fails
// unless the tag, package.json and a dated section of CHANGELOG.md agree, so that no other version is
// published.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARTS = {
  catalogue: { title: 'Catalogue', manifest: 'services/catalogue/package.json' },
  collection: { title: 'Collection service', manifest: 'services/collection/package.json' },
  showcase: { title: 'Showcase', manifest: 'packages/showcase/package.json' },
};

const root = resolve(process.argv[3] ?? fileURLToPath(new URL('..', import.meta.url)));
const read = (path) => readFileSync(join(root, path), 'utf8');

try {
  process.stdout.write(`${notesOf(process.argv[2] ?? '')}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function notesOf(tag) {
  const [, name, version] = /^(\w+)-v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (!Object.hasOwn(PARTS, name ?? ''))
    throw new Error(`“${tag}” is not a tag of a release, such as catalogue-v1.2.3`);
  const { title, manifest } = PARTS[name];
  const { version: packaged } = JSON.parse(read(manifest));
  if (packaged !== version) throw new Error(`${manifest} has version ${packaged}, not ${version}`);
  const [heading = '', text = ''] = findSection(title, version);
  if (!heading) throw new Error(`CHANGELOG.md has no section “${title} ${version}”`);
  if (!/ – \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`CHANGELOG.md has no date at “${heading}”`);
  return withoutOtherParts(text, title).trim();
}

// Returns heading and text of the section of a part, or of all parts if they were released together.
function findSection(title, version) {
  const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
  const isReleaseSection = (section) =>
    [`${title} ${version} `, `${version} `].some((beginning) => section.startsWith(beginning));
  const section = sections.find(isReleaseSection);
  return section ? [section.split('\n', 1)[0], section.slice(section.indexOf('\n'))] : [];
}

function withoutOtherParts(text, title) {
  const otherTitles = Object.values(PARTS).flatMap((part) => (part.title === title ? [] : part.title));
  const sections = text.split(/^(?=### )/m);
  return sections
    .filter((section) => !otherTitles.some((otherTitle) => section.startsWith(`### ${otherTitle}\n`)))
    .join('');
}
