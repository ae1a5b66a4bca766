import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { createRandom, pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { LANGUAGES, type Language } from './languages.ts';
import { apportion, openWeighted } from './weighted.ts';

type LargeClub = ReturnType<typeof toClub>;

/** 250,000 kits are of 14,000 clubs; ten times the kits are of four times the clubs. */
const CLUBS_OF = { clubs: 14_000, kits: 250_000, power: 0.6 };
/** The largest clubs are first teams. */
const SIDE_TEAMS = { share: 0.1, from: 100 };
/** Large towns have several clubs. */
const TOWNS_OF_LANGUAGE = 1000;

/**
 * Invents the clubs of a catalogue of so many kits, the largest first, with their numbers of kits: of 14,000
 * clubs the largest has 1,800 of 250,000 kits, the hundredth 300, the thousandth 40, half at most 5.
 */
export function inventClubs(kits: number) {
  const random = createRandom('large clubs');
  const pickCountry = openWeighted(listCountries());
  const wanted = Math.max(20, Math.round(CLUBS_OF.clubs * (kits / CLUBS_OF.kits) ** CLUBS_OF.power));
  const slugs = new Set<string>();
  const clubs: LargeClub[] = [];
  while (clubs.length < Math.min(kits, wanted)) {
    const isSide = clubs.length > SIDE_TEAMS.from && random() < SIDE_TEAMS.share;
    const club = isSide
      ? sideTeamOf(pickFrom(random, clubs), random)
      : firstTeam(pickCountry(random), random);
    if (!slugs.has(club.slug)) clubs.push(club);
    slugs.add(club.slug);
  }
  const flat = Math.max(2, (20 * kits) / CLUBS_OF.kits);
  const weights = clubs.map((_club, at) => 1 / (at + flat));
  const shares = apportion(kits, weights);
  return clubs.map((club, at) => ({ ...club, kits: shares[at] ?? 0 }));
}

function listCountries() {
  return LANGUAGES.flatMap((language) => {
    const pickTown = openWeighted(inventTowns(language));
    return language.countries.map(({ code, weight }) => ({ language, code, weight, pickTown }));
  });
}

function inventTowns({ towns: [beginnings = [], endings = []] }: Language) {
  const random = createRandom(`towns ${beginnings.join('')}`);
  const names = new Set<string>();
  while (names.size < Math.min(TOWNS_OF_LANGUAGE, (beginnings.length * endings.length) / 2)) {
    names.add(pickFrom(random, beginnings) + pickFrom(random, endings));
  }
  return Array.from(names, (name, at) => ({ name, weight: 1 / (at + 20) }));
}

type Country = ReturnType<typeof listCountries>[number];

function firstTeam({ language, code, pickTown }: Country, random: Random) {
  const { name: town } = pickTown(random);
  const name = pickPattern(language.clubs, random).replace('*', town);
  const alternativeName = pickPattern(language.clubs, random).replace('*', town);
  // Half of the clubs have no aliases.
  const aliases =
    random() < 0.5 ? [] : [town, alternativeName, `${name} ${1880 + Math.floor(random() * 130)}`];
  return toClub(name, code, language, aliases);
}

function sideTeamOf({ name, country, language }: LargeClub, random: Random) {
  return toClub(pickPattern(language.sides, random).replace('*', name), country, language, []);
}

function pickPattern(patterns: readonly string[], random: Random): string {
  // The square makes the first ones more frequent.
  return patterns[Math.floor(random() ** 2 * patterns.length)] ?? '*';
}

function toClub(name: string, country: string, language: Language, aliases: string[]) {
  const slug = `${toDemoSlug(name)}-kits`;
  return { slug, name, country, language, aliases: aliases.filter((alias) => alias !== name) };
}
