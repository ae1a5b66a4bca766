import { COUNTRY_CODES } from './country-codes.ts';

/** English and those of the imports. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl'];

/** Associations within a country, and names of countries that differ from those of the languages' lists. */
const MORE_NAMES: ReadonlyArray<readonly [string, string]> = [
  ['GB-ENG', 'England,Inglaterra,Angleterre,Inghilterra,Engeland'],
  ['GB-SCT', 'Scotland,Schottland,Escocia,Écosse,Scozia,Escócia,Schotland'],
  ['GB-WLS', 'Wales,Gales,País de Gales,Pays de Galles,Galles'],
  [
    'GB-NIR',
    'Northern Ireland,Nordirland,Irlanda del Norte,Irlande du Nord,Irlanda del Nord,Irlanda do Norte,Noord-Ierland,N. Ireland,N Ireland',
  ],
  ['CI', 'Ivory Coast,Elfenbeinküste,Costa de Marfil,Costa d’Avorio,Costa do Marfim,Ivoorkust'],
  ['US', 'USA,US,United States of America,Estados Unidos,États-Unis,EE. UU.,EEUU,EUA'],
  ['NL', 'Holland,Holanda,Hollande,Olanda'],
  [
    'CZ',
    'Czech Republic,Czech Rep.,Tschechische Republik,República Checa,République tchèque,Repubblica Ceca',
  ],
  ['TR', 'Turkey,Türkei,Turquía,Turquie,Turchia,Turquia'],
  [
    'KR',
    'South Korea,Korea Republic,Südkorea,Corea del Sur,Corée du Sud,Corea del Sud,Coreia do Sul,Zuid-Korea',
  ],
  ['KP', 'North Korea,Korea DPR,Nordkorea,Corea del Norte,Corée du Nord,Corea del Nord,Coreia do Norte'],
  ['IE', 'Republic of Ireland,Rep. of Ireland,Eire,Irland,Irlanda,Irlande'],
  ['CN', 'China PR,PR China'],
  ['MK', 'Macedonia,North Macedonia,FYR Macedonia,Mazedonien'],
  ['CD', 'DR Congo,Congo DR'],
  ['CV', 'Cape Verde,Cabo Verde'],
  ['BA', 'Bosnia,Bosnia-Herzegovina,Bosnia and Herzegovina,Bosnien'],
  ['AE', 'United Arab Emirates,UAE'],
  ['RU', 'Russia,Russian Federation'],
  ['IR', 'Iran,IR Iran'],
  ['VN', 'Vietnam,Viet Nam'],
  ['CW', 'Curacao'],
  ['GB', 'Great Britain,Großbritannien,Gran Bretaña,Grande-Bretagne,Gran Bretagna,Grã-Bretanha'],
  ['SK', 'Slovak Republic'],
  ['BY', 'Weißrussland,Bielorrusia,Bielorussia,Wit-Rusland'],
  ['MD', 'Moldawien,Moldavia'],
  ['HK', 'Hong Kong,Hongkong'],
  ['MO', 'Macau,Macao'],
  ['TW', 'Chinese Taipei'],
  ['PS', 'Palestine,Palästina,Palestina'],
  ['GM', 'The Gambia'],
  ['KG', 'Kyrgyz Republic'],
  ['SZ', 'Swaziland'],
  ['MM', 'Burma'],
  ['TL', 'East Timor'],
  ['PF', 'Tahiti'],
  ['ZR', 'Zaire'],
  ['CS', 'Czechoslovakia,Tschechoslowakei,Checoslovaquia,Tchécoslovaquie,Cecoslovacchia,Checoslováquia'],
  [
    'DD',
    'East Germany,GDR,DDR,Ostdeutschland,RDA,Alemania Oriental,Allemagne de l’Est,Germania Est,Alemanha Oriental',
  ],
  [
    'SU',
    'Soviet Union,USSR,Sowjetunion,UdSSR,Unión Soviética,URSS,Union soviétique,Unione Sovietica,União Soviética',
  ],
  ['YU', 'Yugoslavia,Jugoslawien,Yougoslavie,Jugoslavia,Iugoslávia,Jugoslávia'],
  [
    'AN',
    'Netherlands Antilles,Niederländische Antillen,Antillas Neerlandesas,Antilles néerlandaises,Antille Olandesi',
  ],
];

let codes: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  codes ??= new Map([...listCountryNames(), ...listMoreNames()]);
  return codes;
}

/**
 * The country that a text names in one of seven languages, without regard to case and accents: its ISO code, or a part
 * such as `GB-ENG`; undefined if it names none.
 */
export function findCountry(text: string): string | undefined {
  return codesByName().get(plain(text));
}

/** The names of a country in seven languages, without accents and in lower case. */
export function listNamesOfCountry(code: string): string[] {
  return [...codesByName()].filter(([, of]) => of === code).map(([name]) => name);
}

function listCountryNames(): Array<[string, string]> {
  return LANGUAGES.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return [...COUNTRY_CODES].flatMap((code): Array<[string, string]> => {
      const name = display.of(code);
      return name === undefined ? [] : [[plain(name), code]];
    });
  });
}

function listMoreNames(): Array<[string, string]> {
  return MORE_NAMES.flatMap(([code, list]) =>
    list.split(',').map((name): [string, string] => [plain(name), code]),
  );
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[ -](?:and|und|et|y|e|ed|en)[ -]/g, ' & ')
    .replaceAll(/\b(?:saint|sankt|st)[. ] ?/g, 'st ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
