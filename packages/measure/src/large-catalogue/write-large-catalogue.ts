import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { openRandom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { toChunks } from '@kitroom/devstack/service-process';
import { LANGUAGES } from './languages.ts';
import { inventClubs, type LargeClub } from './large-clubs.ts';
import { BRAND_NAMES, pickBrand, pickColour, pickDesign, planKits, seasonOf, TYPES } from './large-kits.ts';
import { fractionOf } from './weighted.ts';

const CDN = 'https://cdn.example.org';
const WITHOUT_LOGO = 0.2;
const WITHOUT_PICTURE = 0.04;
const WITHOUT_RATING = 0.35;
/** A club changes its brand every so many years. */
const BRAND_YEARS = 6;
const BRAND_SLUGS = new Map(BRAND_NAMES.map((name) => [name, `${toDemoSlug(name)}-kits`]));
const INTERNATIONAL = [
  'World Cup, Champions League, Europa League, Conference League, Club World Cup, Copa Libertadores, Copa Sudamericana',
  'Asian Champions League, African Champions League, Nations League, Women’s Champions League, Youth League',
].flatMap((names) => names.split(', '));

/**
 * Writes a catalogue of so many kits in the import format: always the same one, distributed like a real
 * archive: few clubs with very many kits, most of them recent, a few frequent brands and colours.
 */
export async function writeLargeCatalogue(file: string, kits: number): Promise<void> {
  await pipeline(Readable.from(toChunks(lines(kits))), createWriteStream(file));
}

function* lines(kits: number): Generator<string> {
  for (const record of records(kits)) yield JSON.stringify(record);
}

function* records(kits: number): Generator<object> {
  for (const [at, name] of BRAND_NAMES.entries()) {
    yield { kind: 'brand', slug: BRAND_SLUGS.get(name), name, logo: `${CDN}/brands/${at}.png` };
  }
  const competitions = listCompetitions();
  for (const one of competitions.values()) for (const each of one) yield each;
  const clubs = inventClubs(kits);
  for (const [at, club] of clubs.entries()) yield toClubLine(club, at);
  for (const [name] of TYPES) yield { kind: 'kit_type', name };
  yield* kitLines(clubs, competitions);
}

function toClubLine({ slug, name, country, aliases }: LargeClub, at: number): object {
  const logo = fractionOf(at, 3) < WITHOUT_LOGO ? null : `${CDN}/teams/${at + 1}.png`;
  return { kind: 'club', slug, name, id_archive: at + 1, logo, country, aliases };
}

type Competition = ReturnType<typeof toCompetition>;

/** By country, the leagues first; the key of international ones is empty. */
function listCompetitions(): Map<string, Competition[]> {
  const national = LANGUAGES.flatMap(({ countries, competitions }) =>
    countries.map(
      ([code, , country]) =>
        [code, competitions.map((name) => toCompetition(name.replace('*', country), code))] as const,
    ),
  );
  return new Map([...national, ['', INTERNATIONAL.map((name) => toCompetition(name, null))]]);
}

function toCompetition(name: string, country: string | null) {
  return { kind: 'competition', slug: `${toDemoSlug(name)}-kits`, name, country };
}

function* kitLines(clubs: LargeClub[], competitions: Map<string, Competition[]>): Generator<object> {
  const random = openRandom('looks of kits');
  const types = TYPES.map(([name]) => ({ name, slug: toDemoSlug(name) }));
  let id = 0;
  for (const { club: place, age, type: typeAt } of planKits(clubs)) {
    const [club, type] = [clubs[place], types[typeAt]];
    if (!club || !type) throw new Error(`there is no club ${place} or type ${typeAt}`);
    const year = seasonOf(age, club.language.hasCalendarSeasons ?? false);
    id += 1;
    yield {
      kind: 'kit',
      slug: `${club.slug.slice(0, -'-kits'.length)}-${year}-${type.slug}-kit`,
      name: `${club.name} ${year} ${type.name}`,
      club: club.slug,
      season: year,
      brand: BRAND_SLUGS.get(pickBrand(() => fractionOf(place, Math.floor(age / BRAND_YEARS)))),
      type: type.name,
      competitions: pickCompetitions(random, place, competitions.get(club.country), competitions.get('')),
      ...pickLook(random, place, type.name),
      main_img_url:
        random() < WITHOUT_PICTURE ? null : `${CDN}/${year.slice(0, 4)}/${hex(random)}${hex(random)}.jpg`,
      id_archive: id,
      rating: random() < WITHOUT_RATING ? null : Math.round((1 + 4 * Math.sqrt(random())) * 100) / 100,
    };
  }
}

/** Home shirts have the club's own colour. */
function pickLook(random: Random, club: number, type: string): object {
  const [primary] = pickColour(type.includes('Home') ? () => fractionOf(club, 4) : random);
  const others = new Set<string>();
  for (let left = Math.floor(random() ** 1.5 * 4); left > 0; left -= 1) others.add(pickColour(random)[0]);
  others.delete(primary);
  return { design: pickDesign(random)[0], primary_color: primary, secondary_colors: [...others] };
}

/** A league, often a cup, and for a few an international competition. */
function pickCompetitions(
  random: Random,
  club: number,
  national: readonly Competition[] = [],
  international: readonly Competition[] = [],
): string[] {
  const chance = random();
  if (chance < 0.3) return [];
  const league = national[Math.floor(fractionOf(club, 5) * 3)];
  const cup = chance < 0.6 ? undefined : national[3 + Math.floor(random() * (national.length - 3))];
  const tour = chance < 0.92 ? undefined : international[Math.floor(random() * international.length)];
  return [league, cup, tour].flatMap((one) => one?.slug ?? []);
}

function hex(random: Random): string {
  return Math.floor(random() * 2 ** 32).toString(36);
}
