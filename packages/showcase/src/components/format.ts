/** A count with its noun: `1 kit`, `6,633 kits`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code; other texts are returned as they are. */
export function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

/** A date of an item, `2003-04-26`, as people read it. */
export function showDate(date: string): string {
  return new Date(date).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A moment as people here read it. */
export function showTime(time: string): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** An amount with its currency. */
export function showMoney({ amount, currency }: { amount: string; currency: string }): string {
  return Number(amount).toLocaleString('en', { style: 'currency', currency });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people read it: `1.2 MB`. */
export function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** step).toLocaleString('en', format);
}

/** Codes that stand for no country. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** All countries by name, with their two-letter codes. */
export function listCountries(): Array<{ id: string; name: string }> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((id) => ({ id, name: nameCountry(id) }))
    .filter(({ id, name }) => name !== id && !NO_COUNTRIES.has(id) && isCurrent(id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** False for other spellings, such as UK for GB, and for former countries. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
