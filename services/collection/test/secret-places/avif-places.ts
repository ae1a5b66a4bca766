import { bigEndian, exif, xmp, type Place } from './places.ts';

// Boxes and items are defined in ISO/IEC 14496-12 and 23008-12. Only files of libheif are supported: version
// 0 of the list of locations, with four bytes for each number.

interface Box {
  type: string;
  data: Buffer;
}

interface Item {
  id: number;
  /** The item's entry in the list of items. */
  entry: Box;
  data: Buffer;
}

interface Avif {
  /** The boxes before, between and after the boxes of metadata and media data. */
  outer: [Box[], Box[], Box[]];
  /** The contents of the metadata box, without the lists of items and locations. */
  meta: Box[];
  items: Item[];
  /** Bytes of the media data before, between and after the items. */
  gaps: [Buffer, Buffer, Buffer];
  trailing: Buffer;
}

const NOTHING = Buffer.alloc(0);

function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end;
  }
  return boxes;
}

function toBytes({ type, data }: Box): Buffer {
  return Buffer.concat([bigEndian(data.length + 8, 4), Buffer.from(type, 'latin1'), data]);
}

function serializeBoxes(boxes: readonly Box[]): Buffer {
  return Buffer.concat(boxes.map(toBytes));
}

const isLocations = ({ type }: Box) => type === 'iloc';
const isItems = ({ type }: Box) => type === 'iinf';

/** Parses a file written by libheif. */
function parse(file: Buffer): Avif {
  const boxes = parseBoxes(file);
  const metaIndex = boxes.findIndex(({ type }) => type === 'meta');
  const meta = parseBoxes(boxes[metaIndex]?.data.subarray(4) ?? NOTHING);
  const locations = meta.find(isLocations)?.data ?? NOTHING;
  const entries = parseBoxes(meta.find(isItems)?.data.subarray(6) ?? NOTHING);
  const items = entries.map((entry, index) => {
    const at = 8 + index * 18;
    const start = locations.readUInt32BE(at + 4) + locations.readUInt32BE(at + 10);
    const data = file.subarray(start, start + locations.readUInt32BE(at + 14));
    return { id: locations.readUInt16BE(at), entry, data };
  });
  return {
    outer: [boxes.slice(0, metaIndex), [], []],
    meta: meta.filter((box) => !isLocations(box) && !isItems(box)),
    items,
    gaps: [NOTHING, NOTHING, NOTHING],
    trailing: NOTHING,
  };
}

function serialize(avif: Avif): Buffer {
  const [before, between, after] = avif.outer.map(serializeBoxes);
  const [first, inner, last] = avif.gaps;
  const toFile = (offset: number) => {
    const meta = toBytes({ type: 'meta', data: toMeta(avif, offset + 8 + first.length) });
    const media = [first, ...avif.items.flatMap(({ data }) => [data, inner]), last];
    const head = Buffer.concat([before ?? NOTHING, meta, between ?? NOTHING]);
    const body = toBytes({ type: 'mdat', data: Buffer.concat(media) });
    return { file: Buffer.concat([head, body, after ?? NOTHING, avif.trailing]), offset: head.length };
  };
  // The length of numbers is fixed, so the offset does not change the size.
  return toFile(toFile(0).offset).file;
}

function toMeta({ meta, items, gaps }: Avif, offset: number): Buffer {
  let at = offset;
  const locations = items.map(({ id, data }) => {
    const location = [id, 0].map((number) => bigEndian(number, 2));
    location.push(bigEndian(0, 4), bigEndian(1, 2), bigEndian(at, 4), bigEndian(data.length, 4));
    at += data.length + gaps[1].length;
    return Buffer.concat(location);
  });
  const count = bigEndian(items.length, 2);
  const [handler, ...others] = meta;
  const lists: Box[] = [
    { type: 'iloc', data: Buffer.concat([Buffer.from([0, 0, 0, 0, 0x44, 0x40]), count, ...locations]) },
    {
      type: 'iinf',
      data: Buffer.concat([bigEndian(0, 4), count, ...items.map(({ entry }) => toBytes(entry))]),
    },
  ];
  return Buffer.concat([
    bigEndian(0, 4),
    serializeBoxes([...(handler ? [handler] : []), ...lists, ...others]),
  ]);
}

/** A change to a parsed file. All changes can be applied to the same file. */
type Change = (avif: Avif, secret: Buffer) => void;

function edit(file: Buffer, secret: Buffer, changes: readonly Change[]): Buffer {
  const avif = parse(file);
  for (const change of changes) change(avif, secret);
  return serialize(avif);
}

const text = (value: string) => Buffer.from(value, 'latin1');
const uuid = (secret: Buffer) => Buffer.concat([Buffer.alloc(16, 7), secret]);

/** Appends bytes to the first box of a type within the metadata. */
function append(avif: Avif, type: string, added: Buffer): void {
  avif.meta = avif.meta.map((box) =>
    box.type === type ? { type, data: Buffer.concat([box.data, added]) } : box,
  );
}

/** Adds a property to the list of properties, which comes first in its box. */
function addProperty(avif: Avif, property: Box): void {
  avif.meta = avif.meta.map(({ type, data }) => {
    if (type !== 'iprp') return { type, data };
    const [list, ...others] = parseBoxes(data);
    const grown = { type: 'ipco', data: Buffer.concat([list?.data ?? NOTHING, toBytes(property)]) };
    return { type, data: serializeBoxes([grown, ...others]) };
  });
}

function addItem(avif: Avif, type: string, data: Buffer, naming: string | Buffer = '\0'): void {
  const id = avif.items.length + 1;
  const head = Buffer.concat([Buffer.from([2, 0, 0, 0]), bigEndian(id, 2), bigEndian(0, 2), text(type)]);
  const entry = { type: 'infe', data: Buffer.concat([head, Buffer.from(naming as string, 'latin1')]) };
  avif.items.push({ id, entry, data });
}

/** Adds a reference that says that the last item describes the picture. */
function describePicture(avif: Avif): void {
  const reference = [avif.items.length, 1, 1].map((number) => bigEndian(number, 2));
  const described = toBytes({ type: 'cdsc', data: Buffer.concat(reference) });
  if (avif.meta.some(({ type }) => type === 'iref')) append(avif, 'iref', described);
  else avif.meta.push({ type: 'iref', data: Buffer.concat([bigEndian(0, 4), described]) });
}

/** Inserts a unit into the AV1 stream after the first one, which starts the stream. */
function addUnit(avif: Avif, header: number, payload: Buffer): void {
  const [picture] = avif.items;
  if (!picture) return;
  const unit = Buffer.concat([Buffer.of(header, payload.length), payload]);
  picture.data = Buffer.concat([picture.data.subarray(0, 2), unit, picture.data.subarray(2)]);
}

/** The header of an empty animation. */
const MOVIE: Box = { type: 'mvhd', data: Buffer.alloc(100) };

const outer = (type: string, toData: (secret: Buffer) => Buffer = (secret) => secret) =>
  [0, 1, 2].map((place): [string, Change] => [
    `the box ${type}, ${['before', 'between', 'after'][place]} metadata and pixels`,
    (avif, secret) => avif.outer[place]?.push({ type, data: toData(secret) }),
  ]);

const CHANGES: ReadonlyArray<[string, Change]> = [
  ...outer('free'),
  ...outer('uuid', uuid),
  ...outer('abcd'),
  ['the box skip', (avif, data) => avif.outer[2].push({ type: 'skip', data })],
  ['the box udta', (avif, data) => avif.outer[2].push({ type: 'udta', data })],
  ['the box jumb', (avif, data) => avif.outer[2].push({ type: 'jumb', data })],
  ['separate media data', (avif, data) => avif.outer[2].push({ type: 'mdat', data })],
  ['the box free in the metadata', (avif, data) => avif.meta.push({ type: 'free', data })],
  ['the box uuid in the metadata', (avif, secret) => avif.meta.push({ type: 'uuid', data: uuid(secret) })],
  ['the box idat in the metadata', (avif, data) => avif.meta.push({ type: 'idat', data })],
  ['an unknown box in the metadata', (avif, data) => avif.meta.push({ type: 'abcd', data })],
  ['the name of the handler', (avif, secret) => append(avif, 'hdlr', Buffer.concat([secret, text('\0')]))],
  ['an unknown property', (avif, data) => addProperty(avif, { type: 'abcd', data })],
  ['a property with a uuid', (avif, secret) => addProperty(avif, { type: 'uuid', data: uuid(secret) })],
  [
    'the property of a description',
    (avif, secret) => addProperty(avif, { type: 'udes', data: Buffer.concat([Buffer.alloc(4), secret]) }),
  ],
  [
    'a property that calls itself a colour profile',
    (avif, secret) => addProperty(avif, { type: 'colr', data: Buffer.concat([text('prof'), secret]) }),
  ],
  ['an item that nothing names', (avif, secret) => addItem(avif, 'abcd', secret)],
  [
    'the name of an item',
    (avif, secret) => addItem(avif, 'abcd', NOTHING, Buffer.concat([secret, text('\0')])),
  ],
  [
    'Exif',
    (avif, secret) => {
      addItem(avif, 'Exif', Buffer.concat([bigEndian(0, 4), exif(secret)]));
      describePicture(avif);
    },
  ],
  [
    'XMP',
    (avif, secret) => {
      addItem(avif, 'mime', xmp(secret), '\0application/rdf+xml\0');
      describePicture(avif);
    },
  ],
  [
    'another document',
    (avif, secret) => {
      addItem(avif, 'mime', secret, '\0text/plain\0');
      describePicture(avif);
    },
  ],
  ['before the items', (avif, secret) => (avif.gaps[0] = secret)],
  ['between the items', (avif, secret) => (avif.gaps[1] = secret)],
  ['after the items', (avif, secret) => (avif.gaps[2] = secret)],
  [
    'metadata in the AV1 stream',
    (avif, secret) => addUnit(avif, 0x2a, Buffer.concat([Buffer.of(31), secret, Buffer.of(0x80)])),
  ],
  [
    'padding in the AV1 stream',
    (avif, secret) => addUnit(avif, 0x7a, Buffer.concat([secret, Buffer.of(0x80)])),
  ],
  [
    'an animation',
    (avif, data) =>
      avif.outer[1].push({ type: 'moov', data: serializeBoxes([MOVIE, { type: 'udta', data }]) }),
  ],
  ['after the end', (avif, secret) => (avif.trailing = Buffer.concat([avif.trailing, secret]))],
];

/** The places where an AVIF can hide data. */
export const AVIF_PLACES: readonly Place[] = CHANGES.map(([name, change]) => ({
  name,
  hide: (file, secret) => edit(file, secret, [change]),
}));

/** The file with the secret in all those places. */
export function hideEverywhereInAvif(file: Buffer, secret: Buffer): Buffer {
  return edit(
    file,
    secret,
    CHANGES.map(([, change]) => change),
  );
}
