/** What stands in the log in place of a secret. */
const REDACTED = '…';

/** Source: the decisions on what the log may hold. They mean `keyword` too. */
const SECRET_NAME = /key|token|secret|password|code|state/i;

/** What can stand before and after a parameter's name, also percent-encoded any number of times. */
const SEPARATOR = /[?&;#]|%(?:25)*(?:3f|26|3b|23)/i;
const EQUALS = /=|%(?:25)*3d/gi;

/** A run of characters in which a query's parameter can begin and end, escape sequences of JSON strings included. */
const PIECE = /&?(?:\\.|[^"\\& ])+/g;

/**
 * Replaces the values of secret parameters in all query strings of a log line, wherever they stand in it: in a
 * request's address, an error's message, an address within an address. A secret ends at the next `&` alone: what else
 * could end it might be part of it.
 */
export function redactQueries(line: string): string {
  return line.replaceAll(PIECE, redactPiece);
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

/** The letters that a name stands for, however often it was encoded; what is malformed stays as it is. */
function decode(name: string): string {
  return name.replaceAll(/%(?:25)*([2-7][\da-f])/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
