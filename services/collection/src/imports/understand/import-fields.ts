import {
  DESCRIPTION_MAX,
  IMPORT_NAME_MAX,
  ITEM_FIELDS,
  NAME_MAX,
  NAME_TEXT_MAX,
  NOTES_MAX,
  PLACE_MAX,
  PLAYER_NAME_MAX,
  TAG_MAX,
  TAGS_MAX,
  tooLong,
} from '@kitroom/collection-client';
import { isLongerThan } from '@kitroom/shared';
import { CELL_MAX } from '@kitroom/tabular';

/** How a cell of a field is read. */
export type FieldKind =
  | 'text'
  | 'boolean'
  | 'number'
  | 'item type'
  | 'choice'
  | 'colour'
  | 'colours'
  | 'country'
  | 'tags'
  | 'size'
  | 'design'
  | 'date'
  | 'money'
  | 'name'
  | 'helper';

/**
 * The fields of items that a column can fill: how its cells are read, and its usual names, normalised as by `toNameKey`, in
 * English, German, Spanish, French, Italian, Portuguese and Dutch.
 */
const OF_ITEMS = {
  item_type: {
    kind: 'item type',
    names:
      'item type|type of item|kind|article|artikel|artikelart|category|kategorie|categoria|categorie|tipo',
  },
  name: {
    kind: 'text',
    names:
      'name|title|item|titel|titulo|titre|titolo|bezeichnung|nombre|nom|nome|naam|shirt|trikot|camiseta|maillot|maglia|camisa',
  },
  brand: {
    kind: 'name',
    names:
      'brand|maker|manufacturer|marke|hersteller|ausruster|marca|marque|fabricante|fabricant|produttore|merk|supplier',
  },
  club: {
    kind: 'name',
    names:
      'club|team|verein|mannschaft|equipo|equipe|squadra|clube|time|ploeg|national team|club team|team club|team name',
  },
  season: {
    kind: 'name',
    names: 'season|saison|temporada|stagione|seizoen|epoca|year|jahr|ano|annee|anno|jaar|season year',
  },
  brand_text: { kind: 'text', names: 'brand text' },
  club_text: { kind: 'text', names: 'club text' },
  season_text: { kind: 'text', names: 'season text' },
  kit: { kind: 'name', names: 'kit|kit name|archive kit' },
  size: { kind: 'size', names: 'size|grosse|groesse|talla|taille|taglia|tamanho|maat|shirt size' },
  size_text: { kind: 'text', names: 'size text' },
  type: { kind: 'choice', names: 'outerwear type|product type|produkttyp' },
  condition: {
    kind: 'number',
    names: 'condition|zustand|estado|etat|condizione|condizioni|staat|grade|rating|bewertung|score',
  },
  detailed_condition: {
    kind: 'choice',
    names: 'detailed condition|condition detail|zustandsbeschreibung|condition grade',
  },
  description: {
    kind: 'text',
    names: 'description|beschreibung|descripcion|descrizione|descricao|omschrijving|details',
  },
  player_name: {
    kind: 'text',
    names:
      'player|player name|spieler|spielername|jugador|joueur|giocatore|jogador|speler|name on shirt|nameset|flock|beflockung|printing|print',
  },
  number: {
    kind: 'number',
    names:
      'number|shirt number|squad number|nummer|ruckennummer|dorsal|numero|numero de camiseta|numero maglia|rugnummer',
  },
  is_replica: { kind: 'boolean', names: 'replica|fake|copy|nachbildung|replik|copia|replique' },
  is_private: { kind: 'boolean', names: 'private|privat|privado|prive|privato' },
  is_draft: { kind: 'boolean', names: 'draft|entwurf|borrador|brouillon|bozza' },
  is_fan_version: {
    kind: 'boolean',
    names: 'fan version|stadium version|fanversion|version aficionado|version supporter',
  },
  is_signed: {
    kind: 'boolean',
    names:
      'signed|autograph|autographed|signiert|unterschrieben|firmada|firmado|signe|dedicace|firmata|assinada|gesigneerd',
  },
  has_nameset: { kind: 'boolean', names: 'has nameset|has name|printed|beflockt' },
  is_short_sleeve: {
    kind: 'boolean',
    names: 'short sleeve|short sleeves|kurzarm|manga corta|manches courtes|maniche corte',
  },
  design: { kind: 'design', names: 'design|pattern|muster|diseno|motif|disegno' },
  main_color: {
    kind: 'colour',
    names:
      'colour|color|main colour|main color|primary color|farbe|hauptfarbe|couleur|colore|cor|kleur|color principal',
  },
  secondary_colors: {
    kind: 'colours',
    names:
      'secondary colours|secondary colors|secondary color|other colours|other colors|nebenfarben|colores secundarios|couleurs secondaires',
  },
  country: { kind: 'country', names: 'country|land|pais|pays|paese|nation|country code' },
  tags: {
    kind: 'tags',
    names: 'tags|labels|schlagworte|schlagworter|stichworte|etiquetas|etiquettes|etichette|keywords',
  },
  notes: {
    kind: 'text',
    names:
      'notes|note|comment|comments|notizen|notiz|bemerkung|bemerkungen|kommentar|anmerkung|anmerkungen|notas|comentario|comentarios|commentaire|commentaires|remarques|remarks|commenti|observacoes|opmerkingen',
  },
  location: {
    kind: 'text',
    names:
      'location|place|storage|lagerort|ort|standort|aufbewahrung|ubicacion|emplacement|lieu|posizione|locatie|box|kiste|shelf',
  },
  acquired_on: {
    kind: 'date',
    names:
      'acquired on|acquired|date|purchase date|date acquired|bought on|date bought|purchased|kaufdatum|gekauft am|datum|fecha|fecha de compra|date d achat|data|data di acquisto|data de compra|aankoopdatum',
  },
  acquired_from: {
    kind: 'text',
    names:
      'acquired from|bought from|seller|source|shop|store|verkaufer|handler|gekauft bei|gekauft von|quelle|vendedor|comprado a|comprado en|vendeur|achete a|venditore|bron|verkoper',
  },
  price: {
    kind: 'money',
    names:
      'price|cost|paid|purchase price|price paid|preis|kaufpreis|bezahlt|precio|precio de compra|prix|prix d achat|prezzo|preco|prijs|amount',
  },
  estimated_value: {
    kind: 'money',
    names:
      'estimated value|value|worth|current value|market value|wert|schatzwert|marktwert|valor|valor estimado|valeur|valore|waarde',
  },
} as const satisfies Record<string, { kind: FieldKind; names: string }>;

/** The longest text of a value: an amount, a date, a number, a word for a choice. */
const VALUE_MAX = 40;

/** The longest cell of a field in characters, if its kind has none below. */
const TEXTS_MAX: Readonly<Record<string, number>> = {
  name: NAME_MAX,
  description: DESCRIPTION_MAX,
  player_name: PLAYER_NAME_MAX,
  notes: NOTES_MAX,
  location: PLACE_MAX,
  acquired_from: PLACE_MAX,
  brand_text: NAME_TEXT_MAX,
  club_text: NAME_TEXT_MAX,
  season_text: NAME_TEXT_MAX,
};

/** Lists of what a vocabulary has, with room for quotation marks and blanks. */
const KINDS_MAX: Readonly<Partial<Record<FieldKind, number>>> = {
  name: IMPORT_NAME_MAX,
  colours: 1000,
  tags: 4 * TAGS_MAX * TAG_MAX,
};

/** Columns that are no fields, but help to understand or complete others; with their longest cells. */
const HELPERS = {
  external_id: IMPORT_NAME_MAX,
  brand_id: VALUE_MAX,
  brand_slug: IMPORT_NAME_MAX,
  club_id: VALUE_MAX,
  club_slug: IMPORT_NAME_MAX,
  season_id: VALUE_MAX,
  kit_id: VALUE_MAX,
  size_id: VALUE_MAX,
  main_color_id: VALUE_MAX,
  kit_slug: IMPORT_NAME_MAX,
  kit_archive_id: IMPORT_NAME_MAX,
  kit_type: IMPORT_NAME_MAX,
  currency: VALUE_MAX,
  price_currency: VALUE_MAX,
  estimated_value_currency: VALUE_MAX,
  created_at: VALUE_MAX,
  updated_at: VALUE_MAX,
  photos: CELL_MAX,
  values: CELL_MAX,
} as const;

/** Usual names of such columns. */
const HELPER_NAMES: Readonly<Record<string, string>> = {
  external_id: 'external id|id|nr|no|ref|reference|inventory number|inventarnummer|sku|lfd nr',
  kit_type:
    'kit type|home away|home away third|version type|trikotart|trikottyp|equipacion|variante|jersey type|shirt type',
  kit_slug: 'kit slug|kit url|archive url|kit link|archive link|footballkitarchive',
  kit_archive_id: 'archive id|kit archive id|archive kit id',
  currency: 'currency|wahrung|moneda|devise|valuta|moeda',
};

/** What is known of a field before its cells are read. */
export interface ImportField {
  kind: FieldKind;
  /** Of a longer cell, in characters, nothing is read. */
  max: number;
}

/** All that a column can be mapped to. */
export const IMPORT_FIELDS: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...Object.entries(OF_ITEMS)
    .filter(([field]) => Object.hasOwn(ITEM_FIELDS, field))
    .map(
      ([field, { kind }]) =>
        [field, { kind, max: TEXTS_MAX[field] ?? KINDS_MAX[kind] ?? VALUE_MAX }] as const,
    ),
  ...Object.entries(HELPERS).map(([field, max]) => [field, { kind: 'helper', max }] as const),
]);

/** The usual names of columns by field, as one text with a bar between them. */
export const COLUMN_NAMES: ReadonlyArray<readonly [field: string, names: string]> = [
  ...Object.entries(OF_ITEMS).map(([field, { names }]) => [field, names] as const),
  ...Object.entries(HELPER_NAMES),
];

/** The fields whose texts are looked up in the catalogue. */
export const NAME_FIELDS = ['brand', 'club', 'season', 'kit'] as const;

export type NameField = (typeof NAME_FIELDS)[number];

/** The columns of a file by name, each with the field that it fills, or null. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Whether a text is longer than its field can hold. */
export function isTooLong(field: string, text: string): boolean {
  return isLongerThan(text.trim(), IMPORT_FIELDS.get(field)?.max ?? 0);
}

const EXAMPLES: Readonly<Partial<Record<FieldKind, string>>> = {
  boolean: ' Write yes or no.',
  number: ' Write a whole number, such as 7.',
  date: ' Write a date, such as 2024-01-31.',
  money: ' Write an amount of money, such as 85.00 EUR.',
  size: ' Write a size, such as XL.',
};

/** Why a text that is too long is not read. */
export function describeTooLong(field: string): string {
  const { kind, max } = IMPORT_FIELDS.get(field) ?? { kind: 'helper', max: 0 };
  return `${tooLong(max)}${EXAMPLES[kind] ?? ''}`;
}
