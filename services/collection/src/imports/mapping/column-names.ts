import { IMPORT_NAME_MAX } from '@kitroom/collection-client';
import { shorten } from '@kitroom/shared';
import { IMPORT_FIELDS } from './import-fields.ts';

/**
 * Usual names of columns, normalised as by `toNameKey`, in English, German, Spanish, French, Italian, Portuguese and
 * Dutch.
 */
const NAMES: Readonly<Record<string, string>> = {
  external_id: 'external id|id|nr|no|ref|reference|inventory number|inventarnummer|sku|lfd nr',
  item_type:
    'item type|type of item|kind|article|artikel|artikelart|category|kategorie|categoria|categorie|tipo',
  name: 'name|title|item|titel|titulo|titre|titolo|bezeichnung|nombre|nom|nome|naam|shirt|trikot|camiseta|maillot|maglia|camisa',
  club: 'club|team|verein|mannschaft|equipo|equipe|squadra|clube|time|ploeg|national team|club team|team club|team name',
  season: 'season|saison|temporada|stagione|seizoen|epoca|year|jahr|ano|annee|anno|jaar|season year',
  brand:
    'brand|maker|manufacturer|marke|hersteller|ausruster|marca|marque|fabricante|fabricant|produttore|merk|supplier',
  kit: 'kit|kit name|archive kit',
  kit_type:
    'kit type|home away|home away third|version type|trikotart|trikottyp|equipacion|variante|jersey type|shirt type',
  kit_slug: 'kit slug|kit url|archive url|kit link|archive link|footballkitarchive',
  kit_archive_id: 'archive id|kit archive id|archive kit id',
  size: 'size|grosse|groesse|talla|taille|taglia|tamanho|maat|shirt size',
  condition: 'condition|zustand|estado|etat|condizione|condizioni|staat|grade|rating|bewertung|score',
  detailed_condition: 'detailed condition|condition detail|zustandsbeschreibung|condition grade',
  description: 'description|beschreibung|descripcion|descrizione|descricao|omschrijving|details',
  player_name:
    'player|player name|spieler|spielername|jugador|joueur|giocatore|jogador|speler|name on shirt|nameset|flock|beflockung|printing|print',
  number:
    'number|shirt number|squad number|nummer|ruckennummer|dorsal|numero|numero de camiseta|numero maglia|rugnummer',
  is_signed:
    'signed|autograph|autographed|signiert|unterschrieben|firmada|firmado|signe|dedicace|firmata|assinada|gesigneerd',
  is_replica: 'replica|fake|copy|nachbildung|replik|copia|replique',
  is_fan_version: 'fan version|stadium version|fanversion|version aficionado|version supporter',
  has_nameset: 'has nameset|has name|printed|beflockt',
  is_short_sleeve: 'short sleeve|short sleeves|kurzarm|manga corta|manches courtes|maniche corte',
  is_private: 'private|privat|privado|prive|privato',
  is_draft: 'draft|entwurf|borrador|brouillon|bozza',
  type: 'outerwear type|product type|produkttyp',
  design: 'design|pattern|muster|diseno|motif|disegno',
  main_color:
    'colour|color|main colour|main color|primary color|farbe|hauptfarbe|couleur|colore|cor|kleur|color principal',
  secondary_colors:
    'secondary colours|secondary colors|secondary color|other colours|other colors|nebenfarben|colores secundarios|couleurs secondaires',
  country: 'country|land|pais|pays|paese|nation|country code',
  tags: 'tags|labels|schlagworte|schlagworter|stichworte|etiquetas|etiquettes|etichette|keywords',
  notes:
    'notes|note|comment|comments|notizen|notiz|bemerkung|bemerkungen|kommentar|anmerkung|anmerkungen|notas|comentario|comentarios|commentaire|commentaires|remarques|remarks|commenti|observacoes|opmerkingen',
  location:
    'location|place|storage|lagerort|ort|standort|aufbewahrung|ubicacion|emplacement|lieu|posizione|locatie|box|kiste|shelf',
  acquired_on:
    'acquired on|acquired|date|purchase date|date acquired|bought on|date bought|purchased|kaufdatum|gekauft am|datum|fecha|fecha de compra|date d achat|data|data di acquisto|data de compra|aankoopdatum',
  acquired_from:
    'acquired from|bought from|seller|source|shop|store|verkaufer|handler|gekauft bei|gekauft von|quelle|vendedor|comprado a|comprado en|vendeur|achete a|venditore|bron|verkoper',
  price:
    'price|cost|paid|purchase price|price paid|preis|kaufpreis|bezahlt|precio|precio de compra|prix|prix d achat|prezzo|preco|prijs|amount',
  estimated_value:
    'estimated value|value|worth|current value|market value|wert|schatzwert|marktwert|valor|valor estimado|valeur|valore|waarde',
  currency: 'currency|wahrung|moneda|devise|valuta|moeda',
};

const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMES).flatMap(([field, names]) =>
    names.split('|').map((name) => [name, field] as const),
  ),
  // The API's own names win.
  ...[...IMPORT_FIELDS.keys()].map((field) => [field.replaceAll('_', ' '), field] as const),
]);

/** The field that a column's name stands for. */
export function findColumnField(name: string): string | undefined {
  const key = toNameKey(name);
  const field = FIELD_OF.get(key) ?? FIELD_OF.get(key.replace(/ (?:eur|usd|gbp|€|£|\$)$/, ''));
  return field !== undefined && IMPORT_FIELDS.has(field) ? field : undefined;
}

/** Without case, accents and punctuation. */
export function toNameKey(text: string): string {
  // Putting marks in order takes time with the square of their number; no name is longer.
  return shorten(text, IMPORT_NAME_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}€£$]+/gu, ' ')
    .trim();
}
