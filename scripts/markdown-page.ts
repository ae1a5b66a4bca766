import * as prettier from 'prettier';

/** Renders a Markdown table. `formatPage` aligns its columns. */
export function renderTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Formats the text of a Markdown page with Prettier. */
export async function formatPage(text: string, page: URL): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(page)), parser: 'markdown' });
}
