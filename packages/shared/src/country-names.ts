import { COUNTRY_CODES } from './country-codes.ts';
import { fold } from './fold.ts';

/** English and the other languages of imports. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl'];

/** Associations within a country, and names of countries that `Intl` does not provide. */
const MORE_NAMES: ReadonlyArray<readonly [string, string]> = [
  ['GB-ENG', 'England,Inglaterra,Angleterre,Inghilterra,Engeland'],
  ['GB-SCT', 'Scotland,Schottland,Escocia,Écosse,Scozia,Escócia,Schotland'],
  ['GB-WLS', 'Wales,Gales,País de Gales,Pays de Galles,Galles'],
  [
    'GB-NIR',
    'Northern Ireland,Nordirland,Irlanda del Norte,Irlande du Nord,Irlanda del Nord,Irlanda do Norte,Noord-Ierland,N. Ireland,N Ireland',
  ],
  ['CI', 'Ivory Coast,Elfenbeinküste,Costa de Marfil,Costa d’Avorio,Costa do Marfim,Ivoorkust'],
  [
    'US',
    'USA,US,United States of America,Vereinigte Staaten von Amerika,Estados Unidos de América,États-Unis d’Amérique,Stati Uniti d’America,Verenigde Staten van Amerika,Estados Unidos,États-Unis,EE. UU.,EEUU,EUA',
  ],
  ['NL', 'Holland,Holanda,Hollande,Olanda'],
  [
    'CZ',
    'Czech Republic,Czech Rep.,Tschechische Republik,República Checa,République tchèque,Repubblica Ceca',
  ],
  ['TR', 'Turkey,Türkei,Turquía,Turquie,Turchia,Turquia'],
  [
    'KR',
    'South Korea,Korea Republic,Korea,Corea,Corée,Coreia,Südkorea,Corea del Sur,Corée du Sud,Corea del Sud,Coreia do Sul,Zuid-Korea',
  ],
  ['KP', 'North Korea,Korea DPR,Nordkorea,Corea del Norte,Corée du Nord,Corea del Nord,Coreia do Norte'],
  [
    'IE',
    'Republic of Ireland,Rep. of Ireland,Republik Irland,República de Irlanda,République d’Irlande,Repubblica d’Irlanda,República da Irlanda,Republiek Ierland,Eire,Irland,Irlanda,Irlande',
  ],
  ['CN', 'China PR,PR China'],
  ['MK', 'Macedonia,North Macedonia,FYR Macedonia,Mazedonien,Macédoine,Macedónia,Macedônia,Macedonië'],
  [
    'CD',
    'DR Congo,Congo DR,Democratic Republic of the Congo,DR Kongo,Demokratische Republik Kongo,RD Congo,Congo RD,RD del Congo,República Democrática del Congo,République démocratique du Congo,Repubblica Democratica del Congo,República Democrática do Congo,RD Kongo,Democratische Republiek Congo',
  ],
  ['CG', 'Congo,Republic of the Congo,Kongo'],
  ['CV', 'Cape Verde,Cape Verde Islands,Cabo Verde'],
  ['BA', 'Bosnia,Bosnia-Herzegovina,Bosnia and Herzegovina,Bosnien'],
  ['AE', 'United Arab Emirates,UAE,EAU'],
  ['RU', 'Russia,Russian Federation'],
  ['IR', 'Iran,IR Iran'],
  ['VN', 'Vietnam,Viet Nam'],
  ['CW', 'Curacao'],
  ['GB', 'Great Britain,Großbritannien,Gran Bretaña,Grande-Bretagne,Gran Bretagna,Grã-Bretanha'],
  ['SK', 'Slovak Republic,Slowakische Republik'],
  ['BY', 'Weißrussland,Bielorrusia,Bielorussia,Wit-Rusland'],
  ['MD', 'Moldawien,Moldavia'],
  ['HK', 'Hong Kong,Hongkong,Hong Kong China'],
  ['MO', 'Macau,Macao'],
  ['TW', 'Chinese Taipei'],
  ['PS', 'Palestine,Palästina,Palestina'],
  ['GM', 'The Gambia'],
  ['KG', 'Kyrgyz Republic'],
  ['SZ', 'Swaziland'],
  ['MM', 'Burma'],
  ['TL', 'East Timor'],
  ['PF', 'Tahiti'],
  ['FO', 'Faeroe Islands'],
  ['VI', 'US Virgin Islands'],
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

let loadedNames:
  { codes: ReadonlyMap<string, string>; names: ReadonlyMap<string, readonly string[]> } | undefined;

function readNames() {
  const pairs = [
    ...listCountryNames(),
    ...MORE_NAMES.flatMap(([code, list]) => toPairs(code, list.split(','))),
  ];
  const names = new Map<string, string[]>();
  for (const [name, code] of pairs) names.set(code, [...(names.get(code) ?? []), fold(name)]);
  return { codes: new Map(pairs.map(([name, code]) => [toKey(name), code])), names };
}

/**
 * Finds a country by its name in one of seven languages, ignoring case, accents and punctuation: its ISO
 * code, or a part such as `GB-ENG`; undefined if the name is unknown.
 */
export function findCountry(text: string): string | undefined {
  loadedNames ??= readNames();
  return loadedNames.codes.get(toKey(text));
}

/** The folded names of a country in seven languages. */
export function listNamesOfCountry(code: string): readonly string[] {
  loadedNames ??= readNames();
  return loadedNames.names.get(code) ?? [];
}

function listCountryNames(): Array<[name: string, code: string]> {
  return LANGUAGES.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return [...COUNTRY_CODES].flatMap((code) => toPairs(code, [display.of(code) ?? []].flat()));
  });
}

/**
 * Each name with its code. A name with umlauts is added a second time, spelled without them: `Oesterreich`.
 */
function toPairs(code: string, names: readonly string[]): Array<[name: string, code: string]> {
  return names.flatMap((name): Array<[string, string]> => {
    const plain = name.normalize('NFC').replaceAll(/[äöü]/gi, (letter) => `${fold(letter)}e`);
    return plain === name
      ? [[name, code]]
      : [
          [name, code],
          [plain, code],
        ];
  });
}

const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;
/** Words that may be missing in the name of a country. */
const OPTIONAL_WORDS: ReadonlySet<string> = new Set(['and', 'und', 'et', 'y', 'e', 'ed', 'en', 'the']);
const SAINT: ReadonlySet<string> = new Set(['saint', 'sainte', 'sankt', 'st', 'ste']);

/** The words by which names are compared. */
function toKey(name: string): string {
  return fold(name)
    .replaceAll(INITIALS, (letters) => letters.replaceAll('.', ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !OPTIONAL_WORDS.has(word))
    .map((word) => (SAINT.has(word) ? 'st' : word))
    .join(' ');
}
