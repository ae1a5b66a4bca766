// `npm run mutate -- <folder> [--sample N] [--seed S] [--tests N]`: breaks a service's code in one place at a
// time, runs the nearest tests, and prints the changes that they do not detect. Works in a copy of the
// workspace.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './bootstrap.mjs';

const root = dirname(import.meta.dirname);
const codeMap = readFileSync(join(root, 'docs/map.md'), 'utf8').split('\n');
/** Longer than the nearest tests of a folder take together. A mutant that takes longer counts as detected. */
const TIMEOUT_MS = 300_000;
const SOURCE = /^services\/\w+\/src\/.*(?<!\.test)\.ts$/;
const TEST = /(?<!\.slow)\.test\.ts$/;
/** Pairs of operators, each of which replaces the other. */
const OPERATORS = ['===', '!==', '<', '<=', '>', '>=', '+', '-', '&&', '||'];
const swap = (operator) => OPERATORS[OPERATORS.indexOf(operator) ^ 1];
/** Replacements in SQL, which the parser treats as strings. */
const SQL = [
  [/ *\bfor (update|no key update|key share|share)\b( of \S+)?( skip locked)?/g, ''],
  [/ and /g, ' or '],
];

// Vite, a dependency of the showcase, includes a parser.
const { parseSync } = await import(createRequire(`${root}/packages/showcase/package.json`).resolve('vite'));

/** Lists the ways to break a node, as replacements of ranges of the source. */
function listReplacements(node, source) {
  const { type, argument, test, value, start } = node;
  const text = (part) => source.slice(part.start, part.end);
  const replace = (part, replacement) => [{ start: part.start, end: part.end, replacement }];
  if (type === 'ThrowStatement') return replace(node, ';');
  if (type === 'ExpressionStatement') return /^\w*log(ger)?[.[]/.test(text(node)) ? [] : replace(node, ';');
  if (type === 'ReturnStatement' && argument) return replace(node, 'return;');
  if (type === 'AwaitExpression') return replace(node, text(argument));
  if (type === 'IfStatement' || type === 'ConditionalExpression') return replace(test, `!(${text(test)})`);
  if (type === 'Literal' && typeof value === 'boolean') return replace(node, String(!value));
  if (type === 'Literal' && typeof value === 'number') return replace(node, String(value + 1));
  if (/^(Logical|Binary)Expression$/.test(type) && swap(node.operator))
    return replace(node, `(${text(node.left)}) ${swap(node.operator)} (${text(node.right)})`);
  // Removes one call of a chain, such as `.forUpdate()`.
  if (type === 'CallExpression' && node.callee.object?.type === 'CallExpression')
    return replace(node, text(node.callee.object));
  if (type === 'ObjectExpression')
    return node.properties.flatMap((property) => replace({ ...property, end: property.end + 1 }, ''));
  if (type !== 'TemplateElement') return [];
  return SQL.flatMap(([pattern, replacement]) =>
    Array.from(text(node).matchAll(pattern), ({ 0: fragment, index }) => {
      return { start: start + index, end: start + index + fragment.length, replacement };
    }),
  );
}

function listMutants(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const mutants = [];
  const visit = (node) => {
    if (/^(TS(?!As|NonNull|Satisfies)|Import)/.test(node.type)) return;
    for (const { start, end, replacement } of listReplacements(node, source)) {
      const broken = source.slice(0, start) + replacement + source.slice(end);
      if (parseSync(file, broken).errors.length > 0) continue;
      const line = source.slice(0, start).split('\n').length;
      mutants.push({ file, line, original: source.slice(start, end), replacement, broken });
    }
    for (const value of Object.values(node).flat()) if (typeof value?.type === 'string') visit(value);
  };
  visit(parseSync(file, source).program);
  return mutants;
}

/** The tests of a file's folder and service whose names and URLs are most closely related to it. */
function nearestTests(file) {
  const [, service, , feature] = file.split('/');
  const testsIn = (folder) => files.filter((path) => dirname(path) === folder && TEST.test(path));
  const wordsOf = (path) => basename(path).match(/\b[a-z]+?(?=[sd]?[-.])/g) ?? [];
  const words = new Set(wordsOf(`${feature}-${basename(dirname(file))}-${basename(file)}`));
  const rows = codeMap.filter((row) => row.includes(`\`${feature}/`));
  const urls = rows.flatMap((row) => row.match(/\/api\/[\w/-]+/g) ?? []);
  const rankTest = (test) => {
    const text = readFileSync(join(root, test), 'utf8');
    const mentions = urls.reduce((sum, url) => sum + text.split(url).length - 1, 0);
    const siblingBonus = test === file.replace('.ts', '.test.ts') ? 10 : 0;
    return (
      siblingBonus + wordsOf(test).filter((word) => words.has(word)).length + Math.min(mentions, 20) / 10
    );
  };
  const tests = [dirname(file), `services/${service}/test`].flatMap(testsIn);
  const ranked = tests.map((test) => ({ test, rank: rankTest(test) }));
  const sorted = ranked.toSorted((left, right) => right.rank - left.rank);
  return sorted.map(({ test }) => test).slice(0, testCount);
}

/** Runs tests in the copy. Resolves to whether all pass. */
async function runTests(copy, args) {
  const jest = [join(copy, 'node_modules/jest/bin/jest.js'), '--config=jest.config.mjs', '--maxWorkers=1'];
  const child = spawn(process.execPath, [...jest, ...args], { cwd: copy, detached: true, stdio: 'ignore' });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  const timer = setTimeout(kill, TIMEOUT_MS);
  process.once('exit', kill);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  process.off('exit', kill);
  return status === 0;
}

/** Lists the tests that pass with the unchanged code. */
async function listPassing(copy, tests) {
  const report = join(copy, 'report.json');
  await runTests(copy, ['--json', `--outputFile=${report}`, ...tests]);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failing = new Set(testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name));
  for (const name of failing) process.stderr.write(`skipped, because it fails without changes: ${name}\n`);
  return tests.filter((test) => !failing.has(join(copy, test)));
}

const defaults = { sample: 'Infinity', seed: '1', tests: '4' };
const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }]));
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const { sample, seed, tests: testCount } = { ...defaults, ...values };
const [target = ''] = positionals;
const listed = String(execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root }));
const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)));
const sources = files.filter((file) => file.startsWith(target) && SOURCE.test(file));
if (target === '' || sources.length === 0) {
  process.stderr.write('usage: npm run mutate -- services/<service>/src/<folder>\n');
  process.exit(2);
}
const keyOf = (index) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
const keyed = sources.flatMap(listMutants).map((mutant, index) => ({ ...mutant, key: keyOf(index) }));
const mutants = keyed.toSorted((left, right) => (left.key < right.key ? -1 : 1)).slice(0, sample);
const copy = mkdtempSync(join(tmpdir(), 'kitroom-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
for (const file of files) cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
await prepare(copy);
const passing = await listPassing(copy, [...new Set(mutants.flatMap(({ file }) => nearestTests(file)))]);
let killed = 0;
for (const { file, line, original, replacement, broken } of mutants) {
  writeFileSync(join(copy, file), broken);
  const tests = nearestTests(file).filter((test) => passing.includes(test));
  const survives = tests.length === 0 || (await runTests(copy, ['--bail', ...tests]));
  cpSync(join(root, file), join(copy, file));
  killed += Number(!survives);
  const show = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 100) || '(nothing)';
  if (survives) process.stdout.write(`${file}:${line}: ${show(original)} → ${show(replacement)}\n`);
}
const score = Math.round((100 * killed) / mutants.length);
process.stdout.write(`${killed} of ${mutants.length} killed (${score} %), of ${keyed.length} in all\n`);
