import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkSync } from 'recheck';
import { isNode, parseSources, placeOf, walk, type Node } from './parse-sources.ts';

/** Development tools are excluded, because they never process input from users. */
const TOOLS = /^packages\/(?:benchmarks|testing)\//;

interface Expression {
  place: string;
  source: string;
  flags: string;
}

/** Lists the regular expressions of the product: literals and calls of `RegExp`. */
function listExpressions(): Expression[] {
  const literals: Expression[] = [];
  for (const file of parseSources(/\//).filter(({ path }) => !TOOLS.test(path))) {
    walk(file.program, (node) => {
      const expression = readExpression(node);
      if (expression) literals.push({ place: placeOf(file, node), ...expression });
    });
  }
  return literals;
}

function readExpression(node: Node): Omit<Expression, 'place'> | undefined {
  if (node.type === 'Literal' && node['regex']) {
    const { pattern, flags } = node['regex'] as { pattern: string; flags: string };
    return { source: pattern, flags };
  }
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || !isNode(node['callee']) || node['callee']['name'] !== 'RegExp') return undefined;
  const [source, flags] = node['arguments'] as Node[];
  return { source: textOf(source), flags: flags ? textOf(flags) : '' };
}

/** Returns the text of a string or template; inserted expressions count as a word. */
function textOf(node: Node | undefined): string {
  if (node?.type === 'Literal') return String(node['value']);
  if (node?.type !== 'TemplateLiteral')
    throw new Error('the argument of RegExp must be a string or a template');
  return (node['quasis'] as Array<{ value: { cooked: string } }>)
    .map(({ value }) => value.cooked)
    .join('word');
}

let expressions: Expression[];
beforeAll(() => {
  // Selects the JavaScript build of recheck, which runs in this process.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  expressions = listExpressions();
});

describe('the regular expressions of the product', () => {
  it('are found in both services and the packages', () => {
    expect(expressions.length).toBeGreaterThan(200);
    for (const part of ['services/catalogue', 'services/collection', 'packages/shared', 'packages/showcase'])
      expect(expressions.some(({ place }) => place.startsWith(part))).toBe(true);
  });

  it('take linear time for all inputs', () => {
    const different = new Map(
      expressions.map((expression) => [`/${expression.source}/${expression.flags}`, expression]),
    );
    // A time limit would depend on the load of the machine; the other limits of recheck count steps.
    const isSafe = ({ source, flags }: Expression) =>
      checkSync(source, flags, { timeout: null }).status === 'safe';
    // recheck searches expressions with lookaheads at random, so only repeated findings count. Short inputs
    // are no excuse: a later caller may pass longer ones without checking the expression.
    expect(
      [...different.values()].filter((expression) => !isSafe(expression) && !isSafe(expression)),
    ).toEqual([]);
  }, 600_000);
});
