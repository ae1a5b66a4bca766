import { shorten } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import { STATUS_WORDS } from '../parse/heading-words.ts';
import { isOwnExport } from '../parse/propose-mapping.ts';
import { listHeadingKeys } from '../parse/read-headings.ts';
import { findBoolean } from '../parse/read-values.ts';
import { isPlaceholder, splitWords, toNameKey } from '../parse/value-words.ts';
import type { Cells, SourceRow } from './source-table.ts';

/** Why a listed item is not in the collection. */
type Absence = 'wanted' | 'sold' | 'swapped' | 'not owned';

const REASONS: Readonly<Record<Absence, string>> = {
  wanted: 'The item is wanted, not owned',
  sold: 'The item is sold',
  swapped: 'The item is swapped',
  'not owned': 'The item is not owned',
};

/** Words in cells, in the languages of known headings, normalized by `toNameKey`. */
const ABSENCE_WORDS: ReadonlyMap<string, Absence> = toMap<Absence>({
  wanted: `wishlist|wish list|wish|want|wants|wanted|want it|want list|wantlist|looking for|searching|hunting|needed|need|to buy|to get|missing|
    wunschliste|wunsch|gesucht|suche|gewunscht|fehlt|will ich haben|
    deseada|deseado|lista de deseos|deseos|buscada|buscado|busco|quiero|la quiero|lo quiero|falta|me falta|por comprar|
    recherche|recherchee|souhait|souhaite|souhaitee|liste de souhaits|liste d envies|envie|voulu|voulue|a acheter|manque|manquant|manquante|
    desiderata|desiderato|lista dei desideri|lista desideri|cercata|cercato|cerco|ricercata|voglio|da comprare|manca|mancante|
    desejada|desejado|lista de desejos|desejos|procurada|procurado|procuro|quero|em falta|a comprar|verlanglijst|gezocht`,
  sold: 'sold|verkauft|vendida|vendido|vendu|vendue|venduta|venduto|verkocht',
  swapped: `swapped|traded|exchanged|getauscht|weggetauscht|cambiada|cambiado|intercambiada|intercambiado|canjeada|canjeado|
    echange|echangee|scambiata|scambiato|barattata|barattato|trocada|trocado|geruild`,
  'not owned': `not owned|unowned|not mine|don t own|do not own|don t have|don t have it|not in collection|no longer owned|no longer have|gone|given away|
    gave away|donated|lost|stolen|returned|sent back|previously owned|formerly owned|nicht im besitz|nicht vorhanden|nicht mehr vorhanden|
    nicht mehr im besitz|habe ich nicht|weg|weggegeben|verschenkt|verloren|gestohlen|zuruckgeschickt|
    no la tengo|no lo tengo|no tengo|ya no la tengo|no poseida|regalada|regalado|perdida|perdido|robada|robado|
    non possede|non possedee|pas possede|je ne l ai pas|je ne l ai plus|donne|donnee|perdu|perdue|vole|volee|
    non posseduta|non posseduto|non ce l ho|non ce l ho piu|regalata|regalato|persa|perso|rubata|rubato|
    nao tenho|ja nao tenho|nao possuo|nao possuida|doada|doado|oferecida|oferecido|roubada|roubado|niet in bezit`,
});

const OWNED_WORDS: ReadonlySet<string> = new Set(
  splitWords(
    `owned|own|have|have it|got|got it|mine|in collection|besitze ich|im besitz|vorhanden|habe ich|tengo|la tengo|lo tengo|en propiedad|
     possede|possedee|je l ai|posseduta|posseduto|ce l ho|tenho|possuo|in bezit`,
  ),
);

function toMap<Meaning extends string>(lists: Readonly<Record<Meaning, string>>): Map<string, Meaning> {
  const entries = Object.entries(lists) as Array<[Meaning, string]>;
  return new Map(
    entries.flatMap(([meaning, list]) => splitWords(list).map((word) => [word, meaning] as const)),
  );
}

/** How a column tells the status: by words only, by yes and no, or by any value but no. */
type StatusKind = keyof typeof STATUS_WORDS;

const HEADINGS: ReadonlyMap<string, StatusKind> = toMap<StatusKind>(STATUS_WORDS);

/**
 * Sets the `skip_reason` of rows whose items are wanted, sold, swapped or not owned, except in own exports.
 */
export async function* skipNotOwned(
  rows: AsyncIterable<SourceRow>,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  const findReason = createReasonFinder();
  for await (const row of rows) {
    const reason = row.skip_reason ?? (isOwnExport(columns) ? undefined : findReason(row.cells));
    yield reason === undefined ? row : { ...row, skip_reason: reason };
  }
}

function createReasonFinder(): (cells: Cells) => string | undefined {
  const headings = new Map<string, StatusKind | undefined>();
  return (cells) => {
    for (const [name, text] of Object.entries(cells)) {
      if (!headings.has(name)) headings.set(name, readHeading(name));
      const kind = headings.get(name);
      const absence = kind && findAbsence(text, kind);
      if (absence) return `${REASONS[absence]}: ${quote(name)} is ${quote(shorten(text.trim(), 100))}.`;
    }
    return undefined;
  };
}

/** The kind of a status column; if a heading has several, such as `Have/Want`, its cells are words. */
function readHeading(name: string): StatusKind | undefined {
  const keys = listHeadingKeys(name.replace(/^HB\.(?:field\.)?/i, ''));
  const [first, ...others] = new Set(keys.flatMap((key) => HEADINGS.get(key.replace(/^is /, '')) ?? []));
  return others.length > 0 ? 'words' : first;
}

function findAbsence(text: string, kind: StatusKind): Absence | undefined {
  if (isPlaceholder(text)) return undefined;
  const key = toNameKey(text);
  const named = ABSENCE_WORDS.get(key) ?? findSoldWord(key);
  if (named !== undefined || kind === 'words') return named;
  const isYes = findBoolean(text);
  if (kind === 'owned') return isYes === false ? 'not owned' : undefined;
  const isUnset = isYes === false || OWNED_WORDS.has(key) || /^\D{0,4}0+(?:[.,]0+)?\D{0,4}$/.test(text);
  return isUnset ? undefined : kind;
}

/** Recognizes `Sold on eBay`, `verkauft am 3. Mai`. */
function findSoldWord(key: string): Absence | undefined {
  const [first = ''] = key.split(' ', 1);
  const absence = ABSENCE_WORDS.get(first);
  return absence === 'sold' || absence === 'swapped' ? absence : undefined;
}
