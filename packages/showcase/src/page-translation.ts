const replacements = new WeakMap<Node, Node>();

/**
 * Lets browsers translate the page. Chrome replaces each text node by a `<font>` element, while React still
 * refers to the node: removing it would throw, and changing it would have no effect. Therefore a node whose
 * text changes is put back, where it is translated again, and insertions and removals at a replaced node are
 * redirected to its replacement.
 */
export function tolerateTranslation(root: Node): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') restore(record.target);
      else recordReplacements(record, observer);
    }
  });
  observer.observe(root, { childList: true, subtree: true });

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    removeChild.call(this, findNodeInParent(this, child));
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, child: T, next: Node | null): T {
    removeReplacement(child);
    insertBefore.call(this, child, next && findNodeInParent(this, next));
    return child;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, child: T): T {
    removeReplacement(child);
    appendChild.call(this, child);
    return child;
  };
}

/**
 * Records the replacements of text nodes, and observes these nodes, because they are no longer below the
 * root.
 */
function recordReplacements(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  observer: MutationObserver,
): void {
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
  for (const node of removedNodes) {
    if (!font || !(node instanceof Text)) continue;
    replacements.set(node, font);
    observer.observe(node, { characterData: true });
  }
  for (const node of addedNodes) replacements.delete(node);
}

/** The child of a parent that represents a node: the node itself, or an ancestor of its replacement. */
function findNodeInParent(parent: Node, child: Node): Node {
  if (child.parentNode === parent) return child;
  let current: Node | null = replacements.get(child) ?? child;
  while (current && current.parentNode !== parent) current = current.parentNode;
  return current ?? child;
}

function restore(node: Node): void {
  const replacement = replacements.get(node);
  if (replacement?.parentNode) replacement.parentNode.replaceChild(node, replacement);
}

/** Removes the replacement of a node that is moved. */
function removeReplacement(node: Node): void {
  const replacement = replacements.get(node);
  replacement?.parentNode?.removeChild(replacement);
}
