const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code; other texts are returned as they are. */
export function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

/** A date of an item, `2003-04-26`, as people read it. */
export function showDate(date: string): string {
  return new Date(date).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** An amount with its currency. */
export function showMoney({ amount, currency }: { amount: string; currency: string }): string {
  return Number(amount).toLocaleString('en', { style: 'currency', currency });
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
