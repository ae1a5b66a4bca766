import { createRequire } from 'node:module';
import type { DefaultTreeAdapterMap, Token, TreeAdapter } from 'parse5';

// Uses `require` like jsdom, because Jest cannot both import and require the same module.
const { defaultTreeAdapter, parse } = createRequire(import.meta.url)('parse5') as typeof import('parse5');

/**
 * The limits are several times those of the archive's pages. A page at a limit takes about a tenth of a
 * second to parse.
 */
const NODES_MAX = 8000;
const DEPTH_MAX = 250;
/** Parsing time is quadratic in each of the following numbers. */
const ATTRIBUTES_MAX = 100;
const CLASS_LENGTH_MAX = 1000;
const INPUTS_MAX = 500;
const TOTAL_ATTRIBUTES_MAX = 100_000;

class PageTooComplex extends Error {}

/**
 * Whether a page would take jsdom too long: a few hundred kilobytes of HTML, such as one tag with very many
 * attributes, can block it for minutes. Uses jsdom's parser, because the resulting tree cannot be estimated
 * from the tags, and stops at the first exceeded limit.
 */
export function isTooComplex(html: string): boolean {
  try {
    parse(html, { treeAdapter: countingAdapter(), scriptingEnabled: false });
    return false;
  } catch (error) {
    if (error instanceof PageTooComplex) return true;
    throw error;
  }
}

function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  let open = 0;
  let inputs = 0;
  let attributes = 0;
  const limit = (isWithin: boolean) => {
    if (!isWithin) throw new PageTooComplex();
  };
  const countAttributes = (list: readonly Token.Attribute[]) => {
    attributes += list.length;
    limit(list.length <= ATTRIBUTES_MAX && attributes <= TOTAL_ATTRIBUTES_MAX);
    limit(!list.some(({ name, value }) => name === 'class' && value.length > CLASS_LENGTH_MAX));
  };
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attrs) {
      limit((nodes += 1) <= NODES_MAX);
      if (name === 'input') limit((inputs += 1) <= INPUTS_MAX);
      countAttributes(attrs);
      return defaultTreeAdapter.createElement(name, namespace, attrs);
    },
    createCommentNode(text) {
      limit((nodes += 1) <= NODES_MAX);
      return defaultTreeAdapter.createCommentNode(text);
    },
    // A second <body> adds its attributes to the first.
    adoptAttributes(element, attrs) {
      defaultTreeAdapter.adoptAttributes(element, attrs);
      countAttributes(element.attrs);
    },
    onItemPush() {
      limit((open += 1) <= DEPTH_MAX);
    },
    onItemPop() {
      open -= 1;
    },
  };
}
