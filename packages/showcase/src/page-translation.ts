const standIns = new WeakMap<Node, Node>();

/**
 * Lets browsers translate the page. Chrome puts a `<font>` element in place of each text node, while React
 * still holds the node: removing it would throw, and changing it would have no effect. Therefore a node whose
 * text changes returns to its place, where it is translated again, and whatever happens next to a replaced
 * node happens next to its stand-in.
 */
export function tolerateTranslation(root: Node): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') restore(record.target);
      else noteStandIns(record, observer);
    }
  });
  observer.observe(root, { childList: true, subtree: true });

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    removeChild.call(this, findPlace(this, child));
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, child: T, next: Node | null): T {
    removeStandIn(child);
    insertBefore.call(this, child, next && findPlace(this, next));
    return child;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, child: T): T {
    removeStandIn(child);
    appendChild.call(this, child);
    return child;
  };
}

/** Remembers what took the place of text nodes, and observes these: they are no longer below the root. */
function noteStandIns(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  observer: MutationObserver,
): void {
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
  for (const node of removedNodes) {
    if (!font || !(node instanceof Text)) continue;
    standIns.set(node, font);
    observer.observe(node, { characterData: true });
  }
  for (const node of addedNodes) standIns.delete(node);
}

/** What is in a parent in place of one of its children: usually the child itself. */
function findPlace(parent: Node, child: Node): Node {
  if (child.parentNode === parent) return child;
  let place: Node | null = standIns.get(child) ?? child;
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place ?? child;
}

function restore(node: Node): void {
  const standIn = standIns.get(node);
  if (standIn?.parentNode) standIn.parentNode.replaceChild(node, standIn);
}

/** Of a node that moves. */
function removeStandIn(node: Node): void {
  const standIn = standIns.get(node);
  standIn?.parentNode?.removeChild(standIn);
}
