import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { decodeStream } from './decode-text.ts';
import { formatCount, quote, UnreadableFile, XML_DEPTH_MAX, XML_PIECE_MAX } from './limits.ts';
import { explainUnpacking, type Archive } from './open-archive.ts';

/** The events of an XML parser; names have no namespace prefix. */
export interface XmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Parses a part of a workbook; yields the values that `take` returns after each piece. Document types are
 * rejected: entities could be expanded without end, or refer to other files.
 */
export async function* parseXml<T>(
  archive: Archive,
  part: string,
  events: XmlEvents,
  take: () => readonly T[],
): AsyncGenerator<T, void> {
  const parser = new SaxesParser();
  const refuse = (problem: string) => new UnreadableFile(`${quote(part)} in the workbook ${problem}.`);
  parser.on('doctype', () => {
    throw refuse('has a document type, which is not accepted');
  });
  parser.on('error', () => {
    throw refuse('is not well-formed XML');
  });
  let depth = 0;
  let pending = 0;
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    pending = 0;
    if ((depth += 1) > XML_DEPTH_MAX) throw refuse(`is nested more than ${XML_DEPTH_MAX} levels deep`);
    events.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    pending = 0;
    depth -= 1;
    events.close?.(localName(name));
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  try {
    for await (const piece of decodeStream(await archive.read(part))) {
      pending += piece.length;
      parser.write(piece);
      if (pending > XML_PIECE_MAX) {
        throw refuse(`has ${formatCount(XML_PIECE_MAX)} characters in which no element begins or ends`);
      }
      yield* take();
    }
    parser.close();
    yield* take();
  } catch (error) {
    throw explainUnpacking(error, part);
  }
}

/** Parses a small part as a whole. */
export async function readXml(archive: Archive, part: string, events: XmlEvents): Promise<void> {
  const pieces = parseXml(archive, part, events, () => []);
  while (!(await pieces.next()).done) continue;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
