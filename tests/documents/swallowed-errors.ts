import { childrenOf, isNode, placeOf, walk, type Node, type Source } from './parse-sources.ts';

/**
 * Code that receives an error: the block of a `catch` clause, or a function given to `.catch(…)` or
 * `.then(…, …)`.
 */
interface Handler {
  node: Node;
  /** The pattern of the error, if it has a name. */
  error: Node | undefined;
  body: Node;
  /** From here to the end of the handler, a comment is about it. */
  from: number;
}

const LOGS = new Set(['debug', 'info', 'warn', 'error', 'fatal']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/**
 * The places where an error is neither thrown again, nor logged, nor passed on, and no comment says why. A
 * function that is passed by name is expected to contain the reason itself.
 */
export function findSwallowedErrors(source: Source): string[] {
  const handlers: Handler[] = [];
  walk(source.program, (node, around) => {
    const handler = toHandler(source, node, around);
    if (handler) handlers.push(handler);
  });
  // A comment is about the innermost handler: inner ones are visited after those around them.
  const explained = source.comments.map(({ start, end }) =>
    handlers.findLast((handler) => start >= handler.from && end <= handler.node.end),
  );
  return handlers
    .filter((handler) => !isHandled(handler) && !explained.includes(handler))
    .map(({ node }) => placeOf(source, node));
}

function toHandler(source: Source, node: Node, around: readonly Node[]): Handler | undefined {
  if (node.type === 'CatchClause') {
    const { param, body } = node;
    return { node, error: isNode(param) ? param : undefined, body: body as Node, from: node.start };
  }
  if (node.type !== 'CallExpression') return undefined;
  const handler = handlerOf(node);
  if (!handler || !FUNCTIONS.has(handler.type)) return undefined;
  const [error] = handler['params'] as Node[];
  const from = startOfComments(source, statementOf(node, around).start);
  return { node: handler, error, body: handler['body'] as Node, from };
}

/** The statement that an expression is in, with the condition that it depends on. */
function statementOf(node: Node, around: readonly Node[]): Node {
  let at = around.findLastIndex(({ type }) => /Statement$|Declaration$/.test(type));
  while (around[at - 1]?.type === 'IfStatement') at -= 1;
  return around[at] ?? node;
}

function handlerOf({ callee, arguments: values }: Node): Node | undefined {
  const { type, property } = callee as Node;
  if (type !== 'MemberExpression' || !isNode(property)) return undefined;
  const [first, second] = values as Node[];
  if (property['name'] === 'catch') return first;
  return property['name'] === 'then' ? second : undefined;
}

/** Where the comments directly above a position start. */
function startOfComments({ text, comments }: Source, position: number): number {
  const above = comments.findLast(({ end }) => end <= position && text.slice(end, position).trim() === '');
  return above ? startOfComments({ text, comments } as Source, above.start) : position;
}

function isHandled({ error, body }: Handler): boolean {
  const names = new Set<unknown>();
  if (error) walk(error, (node) => node.type === 'Identifier' && names.add(node['name']));
  return isPassedOn(body, names);
}

/** Whether code throws, logs, or uses the error for more than a condition. */
function isPassedOn(node: Node, names: ReadonlySet<unknown>): boolean {
  if (node.type === 'ThrowStatement') return true;
  if (node.type === 'Identifier') return names.has(node['name']);
  if (node.type === 'CallExpression' && LOGS.has(nameOfMethod(node))) return true;
  const tests = /^(If|Conditional)/.test(node.type) ? [node['test']] : [];
  return childrenOf(node).some((child) => !tests.includes(child) && isPassedOn(child, names));
}

function nameOfMethod({ callee }: Node): string {
  const { property } = callee as Node;
  return isNode(property) ? String(property['name']) : '';
}
