import { readFile } from 'node:fs/promises';

/** A fenced block of code, with the file that it is saved as if the line before it names one. */
export interface CodeBlock {
  language: string;
  code: string;
  file: string | undefined;
}

/** The blocks of code of the quick start in docs/apps.md, in order. */
export async function readQuickStart(): Promise<CodeBlock[]> {
  const page = await readFile(new URL('../../docs/apps.md', import.meta.url), 'utf8');
  const section = /^## 1\. Quick start$(.*?)^## 2\./ms.exec(page)?.[1] ?? '';
  const blocks = section.matchAll(/(?:^`([\w.]+)`\n\n)?^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].map(([, file, language = '', code = '']) => ({ file, language, code }));
}
