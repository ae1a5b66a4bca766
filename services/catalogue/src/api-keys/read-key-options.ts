const NAME_MAX = 100;
const INTEGER_MAX = 2_147_483_647;

/** An invalid option of a key; the message says what is valid. */
export class InvalidKeyOption extends Error {
  override readonly name = 'InvalidKeyOption';
}

export function readKeyName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= NAME_MAX && !name.includes('\0')) return name;
  throw new InvalidKeyOption(`A name has 1 to ${NAME_MAX} characters.`);
}

export function readKeyLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  const limit = Number(text);
  if (/^\d{1,10}$/.test(text) && limit >= 1 && limit <= INTEGER_MAX) return limit;
  throw new InvalidKeyOption("A positive integer or 'none' is allowed.");
}

/** A date without a time means the end of that day, in UTC. */
export function readKeyExpiry(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isDateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/.test(
    text,
  );
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const date = new Date(isDate ? `${text}T23:59:59.999Z` : `${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  // Date turns 2027-02-30 into 2 March; reject such dates.
  const isReal = !Number.isNaN(date.getTime()) && (!isDate || date.toISOString().startsWith(text));
  if ((isDate || isDateTime) && isReal) return date;
  throw new InvalidKeyOption('A date such as 2027-01-31, or 2027-01-31T12:00:00Z, is allowed.');
}
