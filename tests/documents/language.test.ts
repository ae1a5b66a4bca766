import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listFiles } from './list-files.ts';
import { parseSource, placeOf, walk, type Node } from './parse-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['.ci', '.github', 'docs', 'infra', 'packages', 'scripts', 'services', 'tests'];
const TEXT = /\.(?:md|[cm]?[jt]sx?|css|sql|sh|ya?ml|json|html|conf|example|template)$|Dockerfile$/;

/** Words that stop an English-speaking reader, with what to write instead. */
const WORDS: ReadonlyArray<readonly [word: RegExp, instead: string]> = [
  [/\banew\b/i, 'again'],
  [/\b(?:is|are|was|were) none\b/i, '"no" with a noun, or a verb with "not"'],
  [/\buntaken\b/i, 'unclaimed'],
  [/\b(?:is|are|was|were) told\b/i, 'receives, is notified'],
  [/\b(?:is|are|was|were|been) given up\b/i, 'is abandoned, fails permanently'],
  [/\bwhoever\b/i, 'a noun: the caller, the owner, anyone who'],
  [/\bbegun\b/i, 'started'],
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\blikewise\b/i, 'also'],
  [/\bthereby\b/i, 'so'],
  [/\bonce more\b/i, 'again'],
  [/\bso long as\b/i, 'as long as'],
  [/\bfor good\b/i, 'permanently'],
  [/\bof (?:its|their|our) own\b/i, 'its own, a separate'],
  [/\btaken along\b/i, 'included, exported'],
  [/\bturned away\b/i, 'rejected, rate limited'],
  [/\bbe a text\b/i, 'a string'],
  [/\b(?:database|catalogue|server|archive|Redis|service) is (?:away|gone)\b/i, 'is unavailable'],
];

/** Files that must contain some of these words: this list, and a column of the queue. */
const ALLOWED: ReadonlyArray<readonly [path: RegExp, word: RegExp]> = [
  [/^tests\/documents\/language\.test\.ts$/, /./],
  [/^packages\/server\/src\/jobs\/|^docs\/decisions\/0045-/, /begun/],
  [/^services\/.*\/(?:failed-jobs|metrics|photo-job\.slow|scrape-processes\.slow)\.test\.ts$/, /begun/],
];

/** Words that continue the title of a `describe` instead of saying what the test checks. */
const CONTINUATION =
  /^(?:and|as|at|by|for|from|if|in|into|not|of|on|or|than|that|through|to|until|when|whenever|where|which|while|who|whose|with|without) |^(?!%)\S+$/;
/** Titles whose verb comes late. The subject of such a title belongs in its `describe`. */
const LATE_VERB =
  /^(?:an?|all|both|each|every|one|six|the|these|those|three|twelve|two) |^(?:DELETE|GET|PATCH|POST|PUT) (?:[%/]|requests )/i;
/** Riddles such as "is none" or "has nothing to say". */
const NEGATED_NOUN = /^(?:is|are|has|have) (?:it|no|none|nobody|nothing|that|those)\b/;

const REJECTED = [CONTINUATION, LATE_VERB, NEGATED_NOUN];

describe('sources and documents', () => {
  it('avoid words that stop a reader', () => {
    const roots = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = [...roots.map(({ name }) => name), ...FOLDERS.flatMap(listFiles)].filter((path) =>
      TEXT.test(path),
    );
    expect(paths.length).toBeGreaterThan(1800);
    expect(paths.filter((path) => !path.startsWith('docs/baseline/')).flatMap(findWords)).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('begin with a verb', () => {
    const tests = FOLDERS.flatMap(listFiles).filter((path) => /\.test\.tsx?$/.test(path));
    const titles = tests.flatMap(listTitles);
    expect(titles.length).toBeGreaterThan(3500);
    expect(titles.filter(({ title }) => REJECTED.some((pattern) => pattern.test(title)))).toEqual([]);
  });
});

/** The titles of `it` and `test`, with their place. */
function listTitles(path: string): Array<{ place: string; title: string }> {
  const source = parseSource(path, readFileSync(join(ROOT, path), 'utf8'));
  const titles: Array<{ place: string; title: string }> = [];
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || !/^(?:it|test)\b/.test(textOf(node.callee as Node, source.text)))
      return;
    const [title] = node.arguments as Node[];
    if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return;
    titles.push({ place: placeOf(source, node), title: textOf(title, source.text).slice(1, -1) });
  });
  return titles;
}

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end);
}

function findWords(path: string): string[] {
  const allowed = ALLOWED.filter(([file]) => file.test(path));
  const words = WORDS.filter(([word]) => !allowed.some(([, exception]) => exception.test(word.source)));
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    words
      .filter(([word]) => word.test(line))
      .map(([, instead]) => `${path}:${index + 1}: write "${instead}" in: ${line.trim().slice(0, 150)}`),
  );
}
