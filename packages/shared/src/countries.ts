import { historicCountryName } from './country-codes.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a country, of today or of former days, by its two-letter ISO code; the code itself if it is not one of a country. */
export function countryName(code: string): string {
  return historicCountryName(code) ?? names.of(code) ?? code;
}
