import { createRequire } from 'node:module';
import type { DefaultTreeAdapterMap, Token, TreeAdapter } from 'parse5';

// Required, as jsdom does: Jest cannot both import and require the same module.
const { defaultTreeAdapter, parse } = createRequire(import.meta.url)('parse5') as typeof import('parse5');

/** Each is several times what the archive's pages have, and takes about a tenth of a second to parse. */
const NODES_MAX = 8000;
const DEPTH_MAX = 250;
/** Parsing time is quadratic in each of these. */
const ATTRIBUTES_MAX = 100;
const CLASS_LENGTH_MAX = 1000;
const INPUTS_MAX = 500;
const ATTRIBUTES_IN_ALL_MAX = 100_000;

class PageTooComplex extends Error {}

/**
 * Whether a page would take jsdom too long: a few hundred kilobytes of HTML, such as one tag with very many
 * attributes, can block it for minutes. Uses jsdom's own parser, because the tags alone say little about the
 * resulting tree, and stops at the first limit exceeded.
 */
export function isTooComplex(html: string): boolean {
  try {
    parse(html, { treeAdapter: weighingAdapter(), scriptingEnabled: false });
    return false;
  } catch (error) {
    if (error instanceof PageTooComplex) return true;
    throw error;
  }
}

function weighingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  let open = 0;
  let inputs = 0;
  let attributes = 0;
  const limit = (isWithin: boolean) => {
    if (!isWithin) throw new PageTooComplex();
  };
  const weighAttributes = (own: readonly Token.Attribute[]) => {
    attributes += own.length;
    limit(own.length <= ATTRIBUTES_MAX && attributes <= ATTRIBUTES_IN_ALL_MAX);
    limit(!own.some(({ name, value }) => name === 'class' && value.length > CLASS_LENGTH_MAX));
  };
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, own) {
      limit((nodes += 1) <= NODES_MAX);
      if (name === 'input') limit((inputs += 1) <= INPUTS_MAX);
      weighAttributes(own);
      return defaultTreeAdapter.createElement(name, namespace, own);
    },
    createCommentNode(text) {
      limit((nodes += 1) <= NODES_MAX);
      return defaultTreeAdapter.createCommentNode(text);
    },
    // A second <body> adds its attributes to the first.
    adoptAttributes(element, own) {
      defaultTreeAdapter.adoptAttributes(element, own);
      weighAttributes(element.attrs);
    },
    onItemPush() {
      limit((open += 1) <= DEPTH_MAX);
    },
    onItemPop() {
      open -= 1;
    },
  };
}
