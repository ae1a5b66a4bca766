import type { BrowserContext } from 'playwright-core';

/**
 * Translates every page as Chrome does: text nodes are replaced by `<font>` elements, immediately and
 * whenever text is added. The translation is the text in capitals.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '';
    const translate = (text: Text) => {
      if (text.parentElement?.closest('script, style, title, textarea, font')) return;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data.toUpperCase());
      text.replaceWith(font);
    };
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = isText(root) ? [root] : [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) texts.push(node);
      for (const text of texts) translate(text as Text);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (isText(target) && target.isConnected) translate(target as Text);
        for (const node of addedNodes) if (node.isConnected) translateAll(node);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
