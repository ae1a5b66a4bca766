import {
  clean,
  readFields,
  readId,
  readList,
  readText,
  resolveImage,
  type EntryDetails,
  type Fields,
} from './collection-entry.ts';

const NOTES_MAX = 10_000;
const TAGS_MAX = 50;
const IMAGES_MAX = 10;
/** How many listed images are read. Those with the lowest order are kept. */
const LISTED_IMAGES_MAX = 50;
const PURCHASE_FIELD = /^(?=.{1,60}$)[a-z_]*(?:purchase|bought|price|value|currency)[a-z_]*$/;
const PURCHASE_FIELDS_MAX = 20;

/**
 * Reads the details of an entry of the feed, except its kit's name. See docs/behaviour/archive.md#json-feeds.
 */
export function readEntryDetails(entry: Fields, kit: Fields | undefined, baseUrl: string): EntryDetails {
  const id = readId(entry['id']);
  const notes = typeof entry['notes'] === 'string' ? cleanLines(readText(entry['notes']) ?? '') : '';
  const purchase = readPurchase(entry);
  return {
    ...(id === undefined ? {} : { entry_id: id }),
    ...nonEmptyTexts({
      kit_type: kit?.['type'],
      brand: kit?.['brand_name'],
      league: readFields(kit?.['league'])?.['name'],
      design: kit?.['design'],
      size: entry['size'],
      condition: entry['condition'],
    }),
    ...(notes === '' ? {} : { notes }),
    ...nonEmptyLists({
      colors: [kit?.['kitcolor1'], kit?.['kitcolor2'], kit?.['kitcolor3']].map(toText).filter(Boolean),
      tags: readTags(entry['tags']),
      images: readImages(entry, kit, baseUrl),
    }),
    ...(purchase === undefined ? {} : { purchase }),
  };
}

function nonEmptyTexts(fields: Fields): EntryDetails {
  const entries = Object.entries(fields).map(([name, value]) => [name, toText(value)]);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

function nonEmptyLists(fields: Readonly<Record<string, string[]>>): EntryDetails {
  return Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0));
}

function toText(value: unknown): string {
  return clean(readText(value));
}

/** Reads tags, which are strings or objects with a name. */
function readTags(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',', TAGS_MAX) : (readList(value) ?? []);
  const names = list.slice(0, TAGS_MAX).map((tag) => toText(readFields(tag)?.['name'] ?? tag));
  return names.filter((name) => name !== '');
}

/** Reads the entry's pictures, except the archive's picture of the kit. */
function readImages(entry: Fields, kit: Fields | undefined, baseUrl: string): string[] {
  const listed = (readList(entry['images']) ?? []).slice(0, LISTED_IMAGES_MAX).map(readFields);
  const images = listed
    .filter((image) => image !== undefined)
    .map((image, index) => ({ image, order: Number(toText(image['order'] ?? index)) || 0 }));
  const sorted = images.toSorted((left, right) => left.order - right.order);
  const sources = sorted.map(({ image }) => image['url'] ?? image['preview_url'] ?? image['thumbnail_url']);
  const single = entry['image_url'] === kit?.['image_url'] ? undefined : entry['image_url'];
  const addresses = (sources.length > 0 ? sources : [single]).map((source) =>
    typeof source === 'string' ? resolveImage(readText(source), baseUrl) : undefined,
  );
  return [...new Set(addresses.filter((address) => address !== undefined))].slice(0, IMAGES_MAX);
}

function readPurchase(entry: Fields): EntryDetails['purchase'] {
  const fields = Object.entries(entry)
    .filter(([name]) => PURCHASE_FIELD.test(name))
    .map(([name, value]) => [name, toText(value)] as const)
    .filter(([, text]) => text !== '');
  return fields.length > 0 ? Object.fromEntries(fields.slice(0, PURCHASE_FIELDS_MAX)) : undefined;
}

/** Removes control characters except line breaks. */
function cleanLines(text: string): string {
  return text
    .slice(0, NOTES_MAX)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .trim();
}
