import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { openRandom, pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { LANGUAGES, type Language } from './languages.ts';
import { apportion, openWeighted, zipf } from './weighted.ts';

/** A club, with its number of kits. */
export interface LargeClub {
  slug: string;
  name: string;
  country: string;
  language: Language;
  aliases: string[];
  kits: number;
}

/** 250,000 kits are of 14,000 clubs; ten times the kits are of four times the clubs. */
const CLUBS_OF = { clubs: 14_000, kits: 250_000, power: 0.6 };
const SIDE_TEAMS = 0.1;
/** The largest clubs are first teams. */
const FIRST_SIDE_TEAM = 100;
/** Large towns have several clubs. */
const TOWNS_OF_LANGUAGE = 1000;

type Country = ReturnType<typeof listCountries>[number];

/** Invents the clubs of a catalogue of so many kits, the largest first. */
export function inventClubs(kits: number): LargeClub[] {
  const random = openRandom('large clubs');
  const pickCountry = openWeighted(listCountries(), ({ weight }) => weight);
  const { clubs: standard, kits: standardKits, power } = CLUBS_OF;
  const count = Math.min(kits, Math.max(20, Math.round(standard * (kits / standardKits) ** power)));
  const slugs = new Set<string>();
  const clubs: LargeClub[] = [];
  while (clubs.length < count) {
    const isSide = clubs.length > FIRST_SIDE_TEAM && random() < SIDE_TEAMS;
    const club = isSide
      ? sideTeamOf(pickFrom(random, clubs), random)
      : firstTeam(pickCountry(random), random);
    if (slugs.has(club.slug)) continue;
    slugs.add(club.slug);
    clubs.push(club);
  }
  return shareKits(clubs, kits);
}

function listCountries() {
  return LANGUAGES.flatMap((language) => {
    const pickTown = openWeighted(listTowns(language), (_town, at) => zipf(at, 20));
    return language.countries.map(([code, weight]) => ({ language, code, weight, pickTown }));
  });
}

function listTowns({ beginnings, endings }: Language): string[] {
  const random = openRandom(`towns ${beginnings.join('')}`);
  const towns = new Set<string>();
  while (towns.size < Math.min(TOWNS_OF_LANGUAGE, (beginnings.length * endings.length) / 2)) {
    towns.add(pickFrom(random, beginnings) + pickFrom(random, endings));
  }
  return [...towns];
}

function firstTeam({ language, code, pickTown }: Country, random: Random): LargeClub {
  const town = pickTown(random);
  const pattern = pickPattern(language.clubs, random);
  const name = pattern.replace('*', town);
  // Half of the clubs have no aliases.
  const other = pickPattern(language.clubs, random).replace('*', town);
  const aliases = random() < 0.5 ? [] : [town, other, `${name} ${1880 + Math.floor(random() * 130)}`];
  return toClub(name, { country: code, language, aliases: aliases.filter((alias) => alias !== name) });
}

function sideTeamOf({ name, country, language }: LargeClub, random: Random): LargeClub {
  return toClub(pickPattern(language.sides, random).replace('*', name), { country, language, aliases: [] });
}

function pickPattern(patterns: readonly string[], random: Random): string {
  // The square makes the first ones more frequent.
  return patterns[Math.floor(random() ** 2 * patterns.length)] ?? '*';
}

function toClub(name: string, fields: Pick<LargeClub, 'country' | 'language' | 'aliases'>): LargeClub {
  return { slug: `${toDemoSlug(name)}-kits`, name, kits: 0, ...fields };
}

/**
 * Gives the largest of 14,000 clubs 1,800 of 250,000 kits, the hundredth 300, the thousandth 40, half at most
 * 5.
 */
function shareKits(clubs: LargeClub[], kits: number): LargeClub[] {
  const flat = Math.max(2, (20 * kits) / CLUBS_OF.kits);
  const shares = apportion(
    kits,
    clubs.map((_club, at) => zipf(at, flat)),
  );
  return clubs.map((club, at) => ({ ...club, kits: shares[at] ?? 0 }));
}
