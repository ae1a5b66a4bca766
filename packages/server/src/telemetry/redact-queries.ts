/** Replaces a secret in the log. */
const REDACTED = '…';

/** Parameters whose values are not logged; `keyword` is one of them. See docs/observability.md#logs. */
const SECRET_NAME = /key|token|secret|password|code|state/i;

/** Characters around a parameter's name, percent-encoded any number of times. */
const SEPARATOR = /[?&;#]|%(?:25)*(?:3f|26|3b|23)/i;
const EQUALS = /=|%(?:25)*3d/gi;

/**
 * A sequence of characters within which a query parameter starts and ends, including escapes of JSON strings.
 */
const PIECE = /&?(?:\\.|[^"\\& ])+/g;
const REST_OF_PIECE = /^(?:\\.|[^"\\& ])*/;

/**
 * Share links, of the API and of front ends: the segment below these paths is a secret, each character
 * percent-encoded any number of times in a nested URL. The segment ends where the path, or a URL around it,
 * continues.
 */
const SHARED_SEGMENT = new RegExp(
  `((?:${encoded('api')}${encoded('/')}+${encoded('shared')}|${encoded('/s')})${encoded('/')}+)(?:(?!%(?:25)*(?:2f|3f|23|26))[^/?#&"\\\\\\s])+`,
  'gi',
);

/** An expression for a text whose characters may be percent-encoded. */
function encoded(text: string): string {
  const characters = Array.from(
    text,
    (character) => `(?:${character}|%(?:25)*${Buffer.from(character).toString('hex')})`,
  );
  return characters.join('');
}

/**
 * Redacts secret parameters in all query strings of a log line: in request URLs, error messages, or URLs
 * nested in others. A secret ends only at the next `&`: any other delimiter might be part of it. In paths,
 * the tokens of share links are redacted.
 */
export function redactQueries(line: string): string {
  const text = redactPath(line);
  // A secret can only be between the first separator and the end of the last value.
  const start = text.search(/[?&;#%]/);
  const lastEquals = Math.max(text.lastIndexOf('='), text.lastIndexOf('%'));
  if (start === -1 || lastEquals < start) return text;
  const names = text.slice(start, lastEquals);
  if (!names.includes('%') && !SECRET_NAME.test(names)) return text;
  const [lastPiece = ''] = REST_OF_PIECE.exec(text.slice(lastEquals)) ?? [];
  const end = lastEquals + lastPiece.length;
  return text.slice(0, start) + text.slice(start, end).replaceAll(PIECE, redactPiece) + text.slice(end);
}

/** Redacts the tokens of share links in paths: `/api/shared/…/items/`, `/s/…`. */
export function redactPath(text: string): string {
  return text.replaceAll(SHARED_SEGMENT, `$1${REDACTED}`);
}

function redactPiece(piece: string): string {
  let nameStart = 0;
  for (const { index, 0: equals } of piece.matchAll(EQUALS)) {
    const [, ...names] = piece.slice(nameStart, index).split(SEPARATOR);
    const name = names.at(-1);
    nameStart = index + equals.length;
    if (name !== undefined && SECRET_NAME.test(decode(name))) return piece.slice(0, nameStart) + REDACTED;
  }
  return piece;
}

/** Decodes a name that may be percent-encoded several times; invalid encodings are left unchanged. */
function decode(name: string): string {
  return name.replaceAll(/%(?:25)*([2-7][\da-f])/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
