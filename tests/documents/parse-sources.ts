import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** A node of a syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A source file with its syntax tree. */
export interface Source {
  /** Relative to the repository's root. */
  path: string;
  text: string;
  program: Node;
  comments: ReadonlyArray<{ start: number; end: number }>;
}

/** Parses the sources of the services and packages that match `containing`, without tests. */
export function parseSources(containing: RegExp): Source[] {
  const paths = globSync(['services/*/src/**/*.ts', 'packages/*/src/**/*.{ts,tsx,mjs}'], { cwd: ROOT });
  return paths
    .filter((path) => !/\.test\.tsx?$|\.d\.m?ts$/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(resolve(ROOT, path), 'utf8') }))
    .filter(({ text }) => containing.test(text))
    .map(({ path, text }) => parseSource(path, text));
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, text, program: program as unknown as Node, comments };
}

/** Position of a node, such as `services/catalogue/src/serve.ts:12`. */
export function placeOf({ path, text }: Source, { start }: Node): string {
  return `${path}:${text.slice(0, start).split('\n').length}`;
}

/** Visits a node and its descendants, each with its ancestors, the nearest last. */
export function walk(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: Node[] = [],
): void {
  visit(node, around);
  around.push(node);
  for (const child of childrenOf(node)) walk(child, visit, around);
  around.pop();
}

/** Returns the direct children of a node. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
