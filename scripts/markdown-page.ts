import * as prettier from 'prettier';

/** A table, whose columns `formatPage` aligns. */
export function renderTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The text of a page as Prettier leaves it. */
export async function formatPage(text: string, page: URL): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(page)), parser: 'markdown' });
}
