import {
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  ITEM_TYPES,
  OTHER_TYPES,
  OUTERWEAR_TYPES,
  SIZES,
} from '@kitroom/collection-client';
import { toNameKey } from './column-names.ts';

/** Words by their meaning, each with the meaning itself. */
function words<T>(meanings: ReadonlyArray<readonly [T, string]>): ReadonlyMap<string, T> {
  return new Map(
    meanings.flatMap(([meaning, list]) => list.split('|').map((word) => [toNameKey(word), meaning])),
  );
}

export const YES_WORDS: ReadonlySet<string> = new Set(
  'true|yes|y|1|x|ja|j|si|s|oui|o|sim|wahr|verdadero|vrai|vero|on'.split('|'),
);
export const NO_WORDS: ReadonlySet<string> = new Set(
  'false|no|n|0|nein|non|nao|nee|falsch|falso|faux|off|none'.split('|'),
);

export const ITEM_TYPE_WORDS = words<string>([
  ...ITEM_TYPES.map((type) => [type, type] as const),
  [
    'jersey',
    'shirt|shirts|jerseys|football shirt|trikot|camiseta|maillot|maglia|camisa|remera|home shirt|away shirt|top|kit',
  ],
  ['shorts', 'short|hose|pantalon corto|pantaloncini|calcao'],
  ['outerwear', 'jacket|jacke|hoodie|chaqueta|veste|giacca|sweater|sweatshirt|windbreaker|anorak|coat'],
  ['tracksuit', 'track suit|trainingsanzug|chandal|survetement|tuta|fato de treino|training suit'],
  ['pants', 'trousers|trainingshose|pantalon|pantaloni|calcas|training pants|joggers'],
  [
    'other',
    'sonstiges|otro|otros|autre|altro|outro|scarf|schal|pin|cap|hat|socks|accessory|memorabilia|misc',
  ],
]);

/** Words for the choices of a field. */
export const CHOICE_WORDS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  type: words([...OUTERWEAR_TYPES, ...OTHER_TYPES].map((type) => [type, type] as const)),
  detailed_condition: words([
    ...DETAILED_CONDITIONS.map((name) => [name, name] as const),
    [
      'BNWT',
      'brand new with tags|new with tags|neu mit etikett|nuevo con etiquetas|nuevo con etiqueta|neuf avec etiquette|nuovo con etichetta',
    ],
    [
      'BNWOT',
      'brand new without tags|new without tags|new|neu|neu ohne etikett|nuevo|nuevo sin etiquetas|neuf|neuf sans etiquette|nuovo',
    ],
    ['EXCELLENT', 'mint|like new|hervorragend|wie neu|excelente|como nuevo|eccellente|comme neuf'],
    ['VERY_GOOD', 'very good|sehr gut|muy bueno|tres bon|molto buono|muito bom|vg'],
    ['GOOD', 'gut|bueno|bon|buono|bom|goed'],
    ['FAIR', 'ok|okay|average|used|gebraucht|aceptable|usado|correct|discreto|razoavel'],
    ['POOR', 'bad|schlecht|malo|mauvais|cattivo|mau|damaged'],
  ]),
};

const COLOURS: Readonly<Record<string, string>> = {
  White: 'weiss|blanco|blanca|blanc|bianco|branco|wit',
  Red: 'rot|rojo|roja|rouge|rosso|vermelho|rood',
  Blue: 'blau|azul|bleu|blu|blauw|royal|royal blue',
  Black: 'schwarz|negro|negra|noir|nero|preto|zwart',
  Yellow: 'gelb|amarillo|amarilla|jaune|giallo|amarelo|geel',
  Green: 'grun|verde|vert|groen',
  'Sky blue': 'light blue|hellblau|celeste|bleu ciel|azzurro|skyblue|sky',
  Navy: 'navy blue|dark blue|dunkelblau|azul marino|bleu marine|blu navy|marino',
  Orange: 'naranja|arancione|laranja|oranje',
  Gray: 'grey|grau|gris|grigio|cinza|grijs',
  Claret: 'maroon|burgundy|weinrot|burdeos|granate|bordeaux|garnet|wine',
  Purple: 'violet|lila|violett|morado|lilac|viola|roxo|paars',
  Pink: 'rosa|rose|roze',
  Brown: 'braun|marron|marrone|castanho|bruin',
  Gold: 'golden|dorado|dore|oro|dourado|goud',
  Silver: 'silber|plata|plateado|argent|argento|prata|zilver',
  'Off-white': 'cream|ecru|beige|creme|crema|off white|ivory',
};

export const COLOUR_WORDS = words<number>(
  ITEM_COLOURS.map(({ id, name }) => [id, [name, COLOURS[name]].filter(Boolean).join('|')] as const),
);

/** Other spellings of sizes, as keys of their names. */
export const SIZE_WORDS = words<string>([
  ['xxs', '2xs|xx small'],
  ['xs', 'x small|extra small|extrasmall'],
  ['s', 'small|klein|pequena|petit|piccola|p'],
  ['m', 'medium|mittel|mediana|moyen|media'],
  ['l', 'large|gross|grande|grand|g'],
  ['xl', 'x large|extra large|extragross|xlarge'],
  ['xxl', '2xl|xx large|double xl'],
  ['3xl', 'xxxl|xxx large'],
  ['4xl', 'xxxxl|xxxx large'],
  ['one size', 'os|onesize|einheitsgrosse|talla unica|taille unique|taglia unica|one size fits all'],
  ...SIZES.map(({ name }) => [toNameKey(name), name] as const),
]);

export const CURRENCY_WORDS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['us$', 'USD'],
  ['¥', 'JPY'],
  ['zł', 'PLN'],
  ['r$', 'BRL'],
  ['fr.', 'CHF'],
]);
