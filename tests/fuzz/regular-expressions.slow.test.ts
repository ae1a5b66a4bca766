import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkSync } from 'recheck';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  type Expression,
  type Node,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONFIGS = ['tsconfig.json', 'packages/showcase/tsconfig.json'];
/** What is neither shipped nor served: tools of those who develop it. */
const SOURCE = /\/(?:services|packages)\/(?!measure\/|testing\/)[\w-]+\/src\/(?!.*\.test\.tsx?$)/;

interface Found {
  file: string;
  source: string;
  flags: string;
}

/**
 * All regular expressions of the product: literals, and those made of a text; a part that is inserted counts
 * as a word.
 */
function listExpressions(): Found[] {
  const found: Found[] = [];
  const api = new API({ cwd: ROOT });
  try {
    const projects = api
      .updateSnapshot({ openProjects: CONFIGS.map((name) => `${ROOT}${name}`) })
      .getProjects();
    for (const { program } of projects) {
      for (const file of program.getSourceFileNames().filter((name) => SOURCE.test(name))) {
        const visit = (node: Node): void => {
          const expression = toExpression(node);
          if (expression) found.push({ file: file.slice(ROOT.length), ...expression });
          node.forEachChild(visit);
        };
        program.getSourceFile(file)?.forEachChild(visit);
      }
    }
  } finally {
    api.close();
  }
  return found;
}

function toExpression(node: Node): Pick<Found, 'source' | 'flags'> | undefined {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isMade = (isNewExpression(node) || isCallExpression(node)) && isIdentifier(node.expression);
  if (!isMade || node.expression.text !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  return { source: textOf(source), flags: flags ? textOf(flags) : '' };
}

function textOf(node: Expression | undefined): string {
  if (node && (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node))) return node.text;
  if (!node || !isTemplateExpression(node)) throw new Error('a RegExp is made of something else than a text');
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('word');
}

let expressions: Found[];
beforeAll(() => {
  // Its build in JavaScript, within this process.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  expressions = listExpressions();
});

describe('the regular expressions of the product', () => {
  it('are found', () => {
    expect(expressions.length).toBeGreaterThan(200);
    for (const part of [
      'services/catalogue',
      'services/collection',
      'packages/shared',
      'packages/showcase',
    ]) {
      expect(expressions.some(({ file }) => file.startsWith(part))).toBe(true);
    }
  });

  it('take time in proportion to their input', () => {
    const each = new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]));
    // Without a time limit: the checker's other limits count steps, which a busy machine does not change.
    const check = ({ source, flags }: (typeof expressions)[number]) =>
      checkSync(source, flags, { timeout: null }).status;
    // Expressions with lookaheads are searched for attacks at random and by time: only what is found again
    // counts.
    const others = [...each.values()].filter((one) => check(one) !== 'safe' && check(one) !== 'safe');
    // Whatever its input is today: another caller, or a higher limit, comes without a look at the expression.
    expect(others).toEqual([]);
  }, 600_000);
});
