import { checkCellLength } from './limits.ts';

/** Collects the text of a shared string or an inline one: its runs, without phonetic hints. */
export interface TextCollector {
  start(): void;
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
  end(): string;
}

export function createTextCollector(): TextCollector {
  let pieces: string[] = [];
  let length = 0;
  let isText = false;
  let isPhonetic = false;
  return {
    start() {
      pieces = [];
      length = 0;
    },
    open(name) {
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    text(text) {
      if (!isText || isPhonetic) return;
      length += text.length;
      checkCellLength(length, 'A string of the workbook');
      pieces.push(text);
    },
    end: () => decodeEscapes(pieces.join('')),
  };
}

/**
 * Decodes characters that XML does not allow: workbooks write them as `_x000D_`, and such text itself as
 * `_x005F_x000D_`.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  const decoded = text.replaceAll(/_x([\da-fA-F]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
}
