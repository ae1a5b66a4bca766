/**
 * The 249 country codes of ISO 3166-1 alpha-2, and XK, which football uses for Kosovo. Not taken from `Intl`,
 * whose list differs between releases and includes codes that are not countries (EU, UN, ZZ).
 */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s+/),
);

/** Names of former countries by code; teams have played for them. */
const HISTORIC_COUNTRIES: Readonly<Record<string, string>> = {
  AN: 'Netherlands Antilles',
  CS: 'Czechoslovakia',
  DD: 'East Germany',
  SU: 'Soviet Union',
  YU: 'Yugoslavia',
  ZR: 'Zaire',
};

/**
 * Unassigned codes that people write, with the country that they mean, and the association if there is one.
 */
const INFORMAL_CODES: Readonly<Record<string, { country: string; association?: string }>> = {
  UK: { country: 'GB' },
  EN: { country: 'GB', association: 'ENG' },
};

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/**
 * The English name of a current or former country by its two-letter ISO code; the code itself if it is
 * unknown.
 */
export function countryName(code: string): string {
  return HISTORIC_COUNTRIES[code] ?? names.of(code) ?? code;
}

/** Whether an upper-case code is that of a current or former country. */
export function isCountryCode(code: string): boolean {
  return COUNTRY_CODES.has(code) || code in HISTORIC_COUNTRIES;
}

/** The country that an unassigned code means; undefined if it is unknown. */
export function countryOfInformalCode(code: string) {
  return INFORMAL_CODES[code];
}
