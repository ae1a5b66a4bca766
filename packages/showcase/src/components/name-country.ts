const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code; other texts are returned as they are. */
export function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}
