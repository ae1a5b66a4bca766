/** Longer runs of blanks are kept, even around a quotation mark. */
const BLANKS_MAX = 1000;

type Place = 'start' | 'bare' | 'quoted' | 'closed';

/** Removes the blanks between delimiters and quotation marks: `a, "b, c" ,d` becomes `a,"b, c",d`. */
export async function* dropBlanksAroundQuotes(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  const drop = createBlankDropper(delimiter);
  let pending = '';
  for await (const piece of text) {
    const joined = pending + piece;
    // Blanks at the end are processed together with the next piece.
    pending = trailingBlanks(joined);
    yield drop(pending === '' ? joined : joined.slice(0, -pending.length));
  }
  yield drop(`${pending}\n`).slice(0, -1);
}

function trailingBlanks(text: string): string {
  let start = text.length;
  while (start > 0 && isBlank(text[start - 1])) start -= 1;
  return text.length - start > BLANKS_MAX ? '' : text.slice(start);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\u{A0}';
}

/** Between pieces, remembers the position within a field at which the last one ended. */
function createBlankDropper(delimiter: string): (piece: string) => string {
  const fieldEnd = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}\r\n]`, 'g');
  const endsField = (character: string | undefined) =>
    character === delimiter || character === '\r' || character === '\n';
  let place: Place = 'start';

  /** The index after the blanks from `from` on; a tab that separates fields is not a blank. */
  function skipBlanks(piece: string, from: number): number {
    let at = from;
    while (at < piece.length && isBlank(piece[at]) && piece[at] !== delimiter) at += 1;
    return at;
  }

  function findFieldEnd(piece: string, from: number): number {
    fieldEnd.lastIndex = from;
    return fieldEnd.exec(piece)?.index ?? piece.length;
  }

  return (piece) => {
    let kept = '';
    let keptTo = 0;
    let at = 0;
    while (at < piece.length) {
      if (place === 'quoted') {
        const quote = piece.indexOf('"', at);
        if (quote < 0) break;
        at = quote + 1;
        place = 'closed';
      } else if (place === 'bare') {
        at = findFieldEnd(piece, at) + 1;
        if (at <= piece.length) place = 'start';
      } else {
        const next = skipBlanks(piece, at);
        const isQuote = piece[next] === '"';
        const isEnd = endsField(piece[next]);
        if (next > at && (place === 'start' ? isQuote : isEnd)) {
          kept += piece.slice(keptTo, at);
          keptTo = next;
        }
        // Two quotation marks within a quoted text stand for one.
        if (isQuote && (place === 'start' || next === at)) place = 'quoted';
        else place = isEnd ? 'start' : 'bare';
        at = isQuote || isEnd ? next + 1 : next;
      }
    }
    return kept + piece.slice(keptTo);
  };
}
