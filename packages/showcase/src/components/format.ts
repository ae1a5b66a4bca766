/** A count with its noun: `1 kit`, `6,633 kits`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;
}

/** Isolates a text, so that its direction does not change the order of the text around it. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

const countries = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code. Other strings are returned unchanged. */
export function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

/** The name of a catalogue colour in British English. */
export function nameColour(name: string): string {
  return name.replace('Gray', 'Grey');
}

/** Formats a date such as `2003-04-26` for the user's locale. */
export function showDate(date: string): string {
  return new Date(date).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Formats a month such as `2026-11` for the user's locale. */
export function showMonth(month: string): string {
  return new Date(month).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Formats a date and time for the user's locale and time zone. */
export function showTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats an amount with its currency. */
export function showMoney({ amount, currency }: { amount: string; currency: string }): string {
  return Number(amount).toLocaleString(undefined, { style: 'currency', currency });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in bytes, such as `1.2 MB`. */
export function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** step).toLocaleString(undefined, format);
}
