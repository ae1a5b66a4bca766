import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';

const CLUBS = 2000;
const COMPETITIONS = 200;
const BRANDS = 80;
const SEASONS = 75;
const TYPES = ['Home', 'Away', 'Third', 'GK', 'GK 2', 'Training', 'Rain Jacket'];
const SYLLABLES = 'ma la ga se vi ro be tis na po li ño kö ln ar'.split(' ');

/** Writes a catalogue of so many kits in the import format: always the same, spread over all that kits refer to. */
export async function writeLargeCatalogue(file: string, kits: number): Promise<void> {
  await pipeline(Readable.from(lines(kits)), createWriteStream(file));
}

/** A club's name, which searches ask for. */
export function clubNameOf(at: number): string {
  const name = [at, at >> 2, at * 11 + 3, at >> 4]
    .map((index) => SYLLABLES[index % SYLLABLES.length])
    .join('');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} CF`;
}

/** The year of a season, which searches ask for. */
export function seasonOf(at: number): string {
  return String(1950 + (at % SEASONS));
}

function* lines(kits: number): Generator<string> {
  for (let at = 0; at < BRANDS; at += 1) yield line('brand', { slug: `b${at}`, name: `Brand ${at}` });
  for (let at = 0; at < COMPETITIONS; at += 1)
    yield line('competition', { slug: `c${at}`, name: `Cup ${at}` });
  for (let at = 0; at < CLUBS; at += 1) {
    yield line('club', { slug: `club-${at}`, name: clubNameOf(at), country: ['ES', 'DE', 'FR'][at % 3] });
  }
  for (let at = 0; at < kits; at += 1) yield line('kit', toKit(at));
}

function toKit(at: number): object {
  const club = (at * 7919) % CLUBS;
  const [type = 'Home'] = TYPES.slice(at % TYPES.length);
  return {
    slug: `club-${club}-${seasonOf(at)}-${at}-kit`,
    name: `${clubNameOf(club)} ${seasonOf(at)} ${type}`,
    club: `club-${club}`,
    brand: `b${at % BRANDS}`,
    season: seasonOf(at),
    type,
    competitions: [`c${at % COMPETITIONS}`, `c${(at + 31) % COMPETITIONS}`].slice(at % 3),
    design: DESIGNS[at % DESIGNS.length],
    primary_color: COLOUR_NAMES[at % COLOUR_NAMES.length],
    secondary_colors: [COLOUR_NAMES[(at * 5 + 1) % COLOUR_NAMES.length]],
    main_img_url: `https://cdn.example.org/${(at * 2_654_435_761) % 2 ** 32}.jpg`,
    id_archive: at + 1,
    rating: (at % 501) / 100,
  };
}

function line(kind: string, fields: object): string {
  return `${JSON.stringify({ kind, ...fields })}\n`;
}
