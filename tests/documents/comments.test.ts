import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listFiles } from './list-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['.ci', '.github', 'infra', 'packages', 'scripts', 'services', 'tests'];
const COLUMNS = 110;

/** A section of a document, as comments name it. */
const LINK = /docs\/[\w/-]+\.md#[\w-]+/g;

// A line that is entirely a comment, in any language of these folders.
const COMMENT = /^\s*(?:\/\/|\/\*|\{\/\*|\*|#|--)/;
const COMMENTED =
  /\.(?:c?ts|tsx|mjs|js|css|sql|sh|ya?ml|conf|cfg|template|Dockerfile|example|env)$|\/(?:run|Caddyfile)$/;

describe('comments', () => {
  it(`have at most ${COLUMNS} columns per line`, () => {
    const paths = FOLDERS.flatMap(listSources);
    expect(paths.length).toBeGreaterThan(1000);
    expect(paths.flatMap(findWideComments)).toEqual([]);
  });
});

it('comments link to sections that exist', () => {
  const links = FOLDERS.flatMap(listSources).flatMap(
    (path) => readFileSync(join(ROOT, path), 'utf8').match(LINK) ?? [],
  );
  expect(links.length).toBeGreaterThan(30);
  expect([...new Set(links)].filter((link) => !isSection(link))).toEqual([]);
});

function isSection(link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const headings = readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.*)$/gm);
  const anchors = Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  return anchors.includes(anchor ?? '');
}

function listSources(folder: string): string[] {
  return listFiles(folder).filter((path) => COMMENTED.test(path));
}

function findWideComments(path: string): string[] {
  return readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      line.length > COLUMNS && COMMENT.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    );
}
