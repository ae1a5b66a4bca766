import {
  IMPORT_NAME_MAX,
  OUTERWEAR_TYPES,
  type DETAILED_CONDITIONS,
  type ItemType,
  type OTHER_TYPES,
} from '@kitroom/collection-client';
import { shorten, type ColourName } from '@kitroom/shared';

/** Removes case, accents and punctuation, so that headings and words can be compared. */
export function toNameKey(text: string): string {
  // Names are not longer, and normalization takes quadratic time in the number of combining marks.
  return shorten(text, IMPORT_NAME_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}€£$]+/gu, ' ')
    .trim();
}

/** Splits `playerName` and `priceEUR` into words; returns other texts unchanged. */
export function splitCamelCase(text: string): string {
  const isCamelCase = /\p{Ll}{2}\p{Lu}/u.test(text) && !/\s/.test(text);
  return isCamelCase ? text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2') : text;
}

/** Splits a list of words at `|`. */
export function splitWords(list: string): string[] {
  return list.split('|').map((word) => word.trim());
}

/** Maps words to their meanings; each meaning is also a word for itself. */
function words<Meaning extends string>(meanings: Readonly<Record<Meaning, string>>) {
  const lists = Object.entries(meanings) as Array<[Meaning, string]>;
  return new Map(
    lists.flatMap(([meaning, list]) =>
      [meaning, ...splitWords(list)].map((word) => [toNameKey(word), meaning] as const),
    ),
  );
}

function booleanWords(yes: string, no: string): ReadonlyMap<string, boolean> {
  const toEntries = (list: string, value: boolean) =>
    splitWords(list).map((word) => [toNameKey(word), value] as const);
  return new Map([...toEntries(yes, true), ...toEntries(no, false)]);
}

/** Placeholders in cells without a value, in lower case. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  [
    'n/a|#n/a|n.a.|n. a.|na|n/k|none|nil|null|unknown|unk|unk.|not known|tbc|tbd|tba|to be confirmed|not applicable',
    'unbekannt|k.a.|k. a.|k.a|keine|keiner|keines|keine angabe|nicht bekannt|entfällt|ohne',
    'desconocido|desconocida|se desconoce|ninguno|ninguna|ningún|s/d|sin datos|no aplica',
    'inconnu|inconnue|aucun|aucune|néant|sans objet|s/o|n/c',
    'sconosciuto|sconosciuta|ignoto|nessuno|nessuna|n.d.|n/d',
    'desconhecido|desconhecida|nenhum|nenhuma|não se aplica|onbekend|geen|n.v.t.|nvt',
    '0001-01-01|0000-00-00|01.01.0001|1.1.0001|01/01/0001|1/1/0001|00/00/0000|0001-01-01t00:00:00z|1/0/1900|1900-01-00',
    '0001-01-01 00:00:00|01/01/0001 00:00:00|#ref!|#value!|#div/0!|#name?|#num!|#null!|nan|undefined',
    "nothing|not sure|don't know|no idea|weiß nicht|no sé|je ne sais pas|non so|não sei",
  ].flatMap(splitWords),
);

/** Whether a text is a placeholder for a missing value: dashes, question marks, `n/a`, `unknown`. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim().replace(/^[([](.{0,30})[)\]]$/, '$1');
  return (
    /^[-–—−―_.…?¿/\\*~]{1,9}$/.test(trimmed) ||
    (trimmed.length < 30 && PLACEHOLDERS.has(trimmed.toLowerCase()))
  );
}

/** Words for yes and no in all fields. */
export const BOOLEAN_WORDS = booleanWords(
  'true|yes|yep|yeah|y|1|1.0|x|ja|jawohl|j|si|s|oui|o|sim|wahr|verdadero|verdadeiro|vrai|vero|on|v|checked|ticked|angehakt|angekreuzt|marcado|marcada|coche|cochee|spuntato|spuntata|selezionato|assinalado|assinalada|aangevinkt',
  'false|no|nope|n|0|0.0|nein|non|nao|nee|falsch|falso|faux|off|none|unchecked|unticked|not checked|nicht angehakt|nicht angekreuzt|sin marcar|no marcado|desmarcado|desmarcada|non coche|decoche|decochee|non spuntato|non selezionato|nao marcado|niet aangevinkt',
);

/** Words for yes and no in specific fields. */
export const OWN_BOOLEAN_WORDS: Readonly<Record<string, ReadonlyMap<string, boolean>>> = {
  is_signed: booleanWords(
    'signed|autographed|signiert|unterschrieben|firmada|firmado|signe|firmata|assinada|assinado|gesigneerd',
    'not signed|unsigned|nicht signiert|sin firmar|non signe|non firmata|nao assinada',
  ),
  is_fan_version: booleanWords(
    'fan|fans|fan version|fan issue|replica|stadium|supporter|supporters|fanversion|aficionado|hincha|tifoso|torcedor|retail',
    'player|player issue|player version|player spec|version jugador|version joueur|versione giocatore|versao jogador|authentic|match|match worn|match issue|spieler|spielerversion|jugador|joueur|giocatore|jogador|pro|vapor',
  ),
  is_short_sleeve: booleanWords(
    'short|short sleeve|short sleeves|short sleeved|ss|s s|kurz|kurzarm|kurzarmlig|corta|cortas|manga corta|courtes|manches courtes|corte|maniche corte|curta|curtas|manga curta|mangas curtas|courte|manche courte|kort|korte mouw',
    'long|long sleeve|long sleeves|long sleeved|ls|l s|lang|langarm|langarmlig|larga|largas|manga larga|longues|manches longues|lunghe|maniche lunghe|comprida|compridas|manga comprida|mangas compridas|longue|manche longue|lunga|manica lunga|longa|manga longa|lange mouw',
  ),
};

/** Words for the field `type` of outerwear and other items; they also imply the item type. */
export const TYPE_WORDS = words<(typeof OUTERWEAR_TYPES | typeof OTHER_TYPES)[number]>({
  jacket: 'jackets|jacke|jacken|chaqueta|chamarra|veste|giacca|casaco|jaqueta|coat|mantel',
  windbreaker: 'windbreakers|anorak|windjacke|cortavientos|coupe vent|giacca a vento|corta vento',
  hoodie: 'hoodies|kapuzenpullover|sudadera con capucha|sweat a capuche|felpa con cappuccio',
  crewneck: 'crew neck|sweater|sweatshirt|pullover|sudadera|sweat|felpa|sueter',
  pin: 'pins|badge|badges|anstecknadel',
  cap: 'caps|kappe|gorra|casquette|bone',
  hat: 'hats|beanie|mutze|gorro|bonnet|cappello|berretto|chapeu',
  socks: 'sock|stutzen|medias|chaussettes|calzettoni|meias',
  scarf:
    'scarves|schal|schals|fanschal|bufanda|bufandas|echarpe|echarpes|sciarpa|sciarpe|cachecol|cachecois|sjaal',
  other:
    'sonstiges|andere|anderes|otro|otros|autre|autres|altro|altri|outro|outros|overig|accessory|accessories|memorabilia|misc',
});

const OUTERWEAR: readonly string[] = OUTERWEAR_TYPES;

export const ITEM_TYPE_WORDS: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['outerwear', 'outerwear'],
  ...words<Exclude<ItemType, 'outerwear' | 'other'>>({
    jersey:
      'shirt|shirts|jerseys|football shirt|soccer jersey|trikot|trikots|camiseta|camisetas|maillot|maillots|maglia|maglie|camisa|camisas|camisola|camisolas|remera|playera|polera|voetbalshirt|home shirt|away shirt|top|kit',
    shorts:
      'short|hose|hosen|pantalon corto|pantalones cortos|pantaloneta|calzoncillo|pantaloncini|pantaloncino|calcao|calcoes|broekje',
    tracksuit:
      'track suit|trainingsanzug|chandal|survetement|tuta|fato de treino|agasalho|training suit|trainingspak',
    pants:
      'trousers|trainingshose|pantalon|pantalones|pantaloni|calcas|training pants|joggers|jogginghose|broek',
  }),
  ...[...TYPE_WORDS].map(([word, type]) => [word, OUTERWEAR.includes(type) ? 'outerwear' : 'other'] as const),
]);

export const CONDITION_WORDS = words<(typeof DETAILED_CONDITIONS)[number]>({
  BNWT: 'bnib|nwt|deadstock|new with tag|new with tags|brand new with tags|brand new with tag|neu mit etikett|neu mit etiketten|nuevo con etiquetas|nuevo con etiqueta|nueva con etiquetas|nueva con etiqueta|neuf avec etiquette|neuf avec etiquettes|nuovo con etichetta|nuovo con etichette|nuova con etichetta|novo com etiqueta|novo com etiquetas|nova com etiqueta|nieuw met kaartje|nieuw met labels',
  BNWOT:
    'nwot|new|brand new|new without tags|new without tag|never worn|unworn|ungetragen|brand new without tags|neu|neuwertig ohne etikett|neu ohne etikett|nuevo|nueva|nuevo sin etiquetas|nuevo sin etiqueta|nueva sin etiquetas|neuf|neuve|neuf sans etiquette|nuovo|nuova|nuovo senza etichetta|nuova senza etichetta|novo|nova|novo sem etiqueta|nieuw',
  EXCELLENT:
    'mint|near mint|like new|as new|pristine|perfect|superb|hervorragend|ausgezeichnet|wie neu|neuwertig|perfekt|tadellos|excelente|como nuevo|como nueva|impecable|perfecto|eccellente|ottimo|ottima|ottime|perfetto|perfette|come nuovo|come nuova|comme neuf|comme neuve|parfait|impeccable|como novo|como nova|seminovo|impecavel|otimo|otima|uitstekend|zo goed als nieuw',
  VERY_GOOD:
    'vg|vgc|great|sehr gut|gut bis sehr gut|muy bueno|muy buena|muy buen|muy bien|tres bon|tres bonne|molto buono|molto buona|molto buone|muito bom|muito boa|optimo|zeer goed',
  GOOD: 'gut|gut erhalten|bueno|buena|buen|bien|bon|bonne|buono|buona|buone|bom|boa|goed',
  FAIR: 'ok|okay|average|used|worn|decent|gebraucht|getragen|befriedigend|akzeptabel|in ordnung|aceptable|regular|usado|usada|correct|correcte|moyen|use|usagé|usagee|discreto|discreta|discrete|usato|usata|razoavel|aceitavel|redelijk|gebruikt',
  POOR: 'bad|damaged|schlecht|mangelhaft|beschadigt|malo|mala|danado|mauvais|mauvaise|abime|cattivo|cattiva|cattive|scarso|rovinato|mau|ma|ruim|danificado|slecht',
});

export const COLOUR_WORDS = words<ColourName>({
  White: 'weiss|blanco|blanca|blanc|blanche|bianco|bianca|branco|branca|wit',
  Red: 'rot|rojo|roja|rouge|rosso|rossa|vermelho|vermelha|rood|scarlet',
  Blue: 'blau|azul|bleu|bleue|blu|blauw|royal|royal blue|konigsblau',
  Black: 'schwarz|negro|negra|noir|noire|nero|nera|preto|preta|zwart',
  Yellow: 'gelb|amarillo|amarilla|jaune|giallo|gialla|amarelo|amarela|geel',
  Green: 'grun|verde|vert|verte|groen',
  'Sky blue':
    'light blue|hellblau|himmelblau|celeste|bleu ciel|azzurro|azzurra|azul claro|azul celeste|skyblue|sky|lichtblauw',
  Navy: 'navy blue|dark blue|dunkelblau|marineblau|azul marino|azul oscuro|bleu marine|bleu fonce|blu navy|blu scuro|azul marinho|azul escuro|marino|donkerblauw',
  Orange: 'naranja|arancione|laranja|oranje',
  Gray: 'grey|grau|gris|grigio|grigia|cinza|cinzento|grijs',
  Claret: 'maroon|burgundy|weinrot|burdeos|granate|bordeaux|garnet|wine|granata|bordo|vinho|grena|grenat',
  Purple: 'violet|violette|lila|violett|morado|morada|lilac|viola|roxo|roxa|paars',
  Pink: 'rosa|rose|roze',
  Brown: 'braun|marron|marrone|castanho|marrom|bruin',
  Gold: 'golden|dorado|dorada|dore|doree|oro|dourado|dourada|goud|or',
  Silver: 'silber|plata|plateado|argent|argento|prata|prateado|zilver',
  'Off-white': 'cream|ecru|beige|creme|crema|ivory',
});

/** Other spellings of sizes, by `toNameKey` of their names. */
export const SIZE_WORDS = words<string>({
  xxs: '2xs|xx small',
  xs: 'x small|extra small|extrasmall|muy pequena',
  s: 'small|sm|klein|pequena|pequeno|petit|petite|piccola|piccolo|p',
  m: 'medium|med|mittel|mediana|mediano|moyen|moyenne|media|medio|middle',
  l: 'large|lg|gross|grande|grand|groot|g',
  xl: 'x large|extra large|extragross|xlarge|extra grande|gg',
  xxl: '2xl|2 xl|xx large|double xl|2x large|xxlarge',
  '3xl': 'xxxl|3 xl|xxx large|3x large',
  '4xl': 'xxxxl|xxxx large|4x large',
  'one size':
    'os|onesize|einheitsgrosse|talla unica|taille unique|taglia unica|tamanho unico|one size fits all|osfa',
});

/** Words next to a size that do not change it, normalized by `toNameKey`. */
export const SIZE_FILLERS: ReadonlySet<string> = new Set(
  splitWords(
    "size|sizes|mens|men|men's|man|adult|adults|unisex|herren|manner|erwachsene|grosse|groesse|gr|talla|taille|taglia|tg|tamanho|tam|maat|hombre|hombres|adulto|adulta|homme|hommes|adulte|uomo|homem|heren",
  ).map(toNameKey),
);

/** The kinds of kits that names and columns distinguish. */
export type KitKind = 'home' | 'away' | 'third' | 'fourth' | 'goalkeeper';

export const KIT_KIND_WORDS = words<KitKind>({
  home: 'h|1st|1a|1ere|1er|first|dom|heim|heimtrikot|local|titular|primera|primera equipacion|domicile|casa|prima|principal|thuis',
  away: 'a|2nd|2a|2e|2eme|second|ext|ausw|auswarts|auswaerts|auswartstrikot|gast|visitante|visita|segunda|segunda equipacion|suplente|exterieur|trasferta|fuori|fuori casa|seconda|fora|alternativo|uit',
  third:
    '3rd|3a|3e|3eme|drittes|dritte|drittrikot|ausweich|ausweichtrikot|tercera|tercera equipacion|tercero|alternativa|troisieme|terza|terceira|terceiro|derde',
  fourth: '4th|viertes|cuarta|quatrieme|quarta',
  goalkeeper:
    'gk|goalie|keeper|torwart|torwarttrikot|tw|portero|arquero|gardien|portiere|guarda redes|goleiro|doelman',
});

/** Signs and names that mean one currency, in lower case. */
export const CURRENCY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EUR: '€|euro|euros|eu|€uro',
    GBP: 'quid|pfund|sterling|sterlina|sterline',
    USD: 'us$|$us|u$s|u$',
    JPY: 'yen|円|jp¥',
    CNY: 'yuan|rmb|cn¥|元',
    PLN: 'zł|zl|zloty|złoty',
    BRL: 'r$|real|reais',
    CHF: 'fr|fr.|sfr|sfr.|franken|chf.',
    CZK: 'kč|kc',
    HUF: 'ft',
    RON: 'lei|leu',
    TRY: '₺|tl',
    RUB: '₽',
    INR: '₹',
    KRW: '₩',
    UAH: '₴',
    ILS: '₪',
    PHP: '₱',
    THB: '฿',
    VND: '₫',
    NGN: '₦',
    MYR: 'rm',
    IDR: 'rp|rp.',
    AUD: 'a$|au$|aus$',
    CAD: 'c$|ca$|can$|cdn$',
    NZD: 'nz$',
    HKD: 'hk$',
    SGD: 's$|sg$',
    TWD: 'nt$|tw$|ntd',
    MXN: 'mx$|mex$',
    ARS: 'ar$',
    CLP: 'clp$|cl$',
    COP: 'col$|co$',
    SEK: 'skr',
    NOK: 'nkr',
    DKK: 'dkr',
    ISK: 'ikr',
  }).flatMap(([code, list]) => splitWords(list).map((word) => [word, code] as const)),
);

/** A sign, with its names, that several currencies share. */
export interface SharedCurrency {
  sign: string;
  words: ReadonlySet<string>;
  /** Matches the English names of these currencies. */
  named: RegExp;
  /** The currency that is meant by default; without it, the column or the option must decide. */
  usual?: string;
}

function sharedCurrency(sign: string, list: string, named: RegExp, usual?: string): SharedCurrency {
  return { sign, words: new Set([sign, ...splitWords(list)]), named, ...(usual !== undefined && { usual }) };
}

export const SHARED_CURRENCIES: readonly SharedCurrency[] = [
  sharedCurrency(
    '$',
    'dollar|dollars|dólar|dólares|dolar|dolares|dollari|dollaro',
    /dollar|peso|\breal\b/i,
    'USD',
  ),
  sharedCurrency('£', 'pound|pounds|libra|libras|livre|livres', /pound/i, 'GBP'),
  sharedCurrency('¥', '￥', /yen|yuan/i, 'JPY'),
  sharedCurrency('₨', 'rs|rs.|rupee|rupees', /rupee/i, 'INR'),
  sharedCurrency('kr', 'kr.|krone|kroner|kronor', /kron|krón/i),
  sharedCurrency('peso', 'pesos', /peso/i),
];
