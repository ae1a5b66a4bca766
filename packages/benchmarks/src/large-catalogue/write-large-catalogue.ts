import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { createRandom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { toChunks } from '@kitroom/devstack/service-process';
import { LANGUAGES } from './languages.ts';
import { inventClubs } from './large-clubs.ts';
import { BRANDS, pickBrand, pickColour, pickDesign, planKits, seasonOf, TYPES } from './large-kits.ts';
import { fractionOf } from './weighted.ts';

const CDN = 'https://cdn.example.org';
const WITHOUT = { logo: 0.2, picture: 0.04, rating: 0.35 };
/** A club changes its brand every so many years. */
const BRAND_YEARS = 6;
const INTERNATIONAL =
  'World Cup, Champions League, Europa League, Conference League, Club World Cup, Copa Libertadores, ' +
  'Copa Sudamericana, Asian Champions League, African Champions League, Nations League, ' +
  'Women’s Champions League, Youth League';

/**
 * Writes a catalogue of so many kits in the import format: always the same one, distributed like a real
 * archive: few clubs with very many kits, most of them recent, a few frequent brands and colours.
 */
export async function writeLargeCatalogue(file: string, kits: number): Promise<void> {
  const lines = listRecords(kits).map((record) => JSON.stringify(record));
  await pipeline(Readable.from(toChunks(lines)), createWriteStream(file));
}

function* listRecords(kits: number): Generator<object, undefined> {
  for (const [at, { slug, name }] of BRANDS.entries()) {
    yield { kind: 'brand', slug, name, logo: `${CDN}/brands/${at}.png` };
  }
  const competitions = listCompetitions();
  yield* [...competitions.values()].flat();
  const clubs = inventClubs(kits);
  for (const [at, { slug, name, country, aliases }] of clubs.entries()) {
    const logo = fractionOf(at, 3) < WITHOUT.logo ? null : `${CDN}/teams/${at + 1}.png`;
    yield { kind: 'club', slug, name, id_archive: at + 1, logo, country, aliases };
  }
  for (const { name } of TYPES) yield { kind: 'kit_type', name };
  yield* listKits(clubs, competitions);
}

/** By country, the leagues first; the key of international ones is empty. */
function listCompetitions() {
  const toCompetitions = (names: readonly string[], country: string | null) =>
    names.map((name) => ({ kind: 'competition', slug: `${toDemoSlug(name)}-kits`, name, country }));
  const national = LANGUAGES.flatMap(({ countries, competitions }) =>
    countries.map(({ code, name: country }) => {
      const names = competitions.map((name) => name.replace('*', country));
      return [code, toCompetitions(names, code)] as const;
    }),
  );
  return new Map([...national, ['', toCompetitions(INTERNATIONAL.split(', '), null)]]);
}

function* listKits(
  clubs: ReturnType<typeof inventClubs>,
  competitions: ReturnType<typeof listCompetitions>,
): Generator<object> {
  const random = createRandom('looks of kits');
  const hex = () => Math.floor(random() * 2 ** 32).toString(36);
  for (const [at, { club: place, age, type: typeAt }] of planKits(clubs).entries()) {
    const [club, { name: type }] = [clubs[place]!, TYPES[typeAt]!];
    const season = seasonOf(age, club.language.hasCalendarSeasons);
    yield {
      kind: 'kit',
      slug: `${club.slug.slice(0, -'-kits'.length)}-${season}-${toDemoSlug(type)}-kit`,
      name: `${club.name} ${season} ${type}`,
      club: club.slug,
      season,
      brand: pickBrand(() => fractionOf(place, Math.floor(age / BRAND_YEARS))).slug,
      type,
      competitions: pickCompetitions(random, place, competitions.get(club.country), competitions.get('')),
      ...pickLook(random, place, type),
      main_img_url: random() < WITHOUT.picture ? null : `${CDN}/${season.slice(0, 4)}/${hex()}${hex()}.jpg`,
      id_archive: at + 1,
      rating: random() < WITHOUT.rating ? null : Math.round((1 + 4 * Math.sqrt(random())) * 100) / 100,
    };
  }
}

/** Home shirts have the club's own colour. */
function pickLook(random: Random, club: number, type: string): object {
  const { name: primary } = pickColour(type.includes('Home') ? () => fractionOf(club, 4) : random);
  const length = Math.floor(random() ** 1.5 * 4);
  const secondaryColours = new Set(Array.from({ length }, () => pickColour(random).name));
  secondaryColours.delete(primary);
  const { name: design } = pickDesign(random);
  const known = design === 'Unknown' ? null : design;
  return { design: known, primary_color: primary, secondary_colors: [...secondaryColours] };
}

type Slugs = ReadonlyArray<{ slug: string }>;

/** A league, often a cup, and for a few an international competition. */
function pickCompetitions(random: Random, club: number, national: Slugs = [], international: Slugs = []) {
  const chance = random();
  if (chance < 0.3) return [];
  const league = national[Math.floor(fractionOf(club, 5) * 3)];
  const cup = chance < 0.6 ? undefined : national[3 + Math.floor(random() * (national.length - 3))];
  const tour = chance < 0.92 ? undefined : international[Math.floor(random() * international.length)];
  return [league, cup, tour].flatMap((competition) => competition?.slug ?? []);
}
