/** A count with its noun: `1 kit`, `6,633 kits`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;
}

/** A text within others: its direction does not change their order. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

const countries = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code; other texts are returned as they are. */
export function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

/** A colour of the catalogue in British English. */
export function nameColour(name: string): string {
  return name.replace('Gray', 'Grey');
}

/** A date of an item, `2003-04-26`, as people read it. */
export function showDate(date: string): string {
  return new Date(date).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A month, `2026-11`, as people read it. */
export function showMonth(month: string): string {
  return new Date(month).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** A moment as people here read it. */
export function showTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** An amount with its currency. */
export function showMoney({ amount, currency }: { amount: string; currency: string }): string {
  return Number(amount).toLocaleString(undefined, { style: 'currency', currency });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people read it: `1.2 MB`. */
export function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** step).toLocaleString(undefined, format);
}
