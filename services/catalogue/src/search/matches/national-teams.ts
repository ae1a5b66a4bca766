import { COUNTRY_CODES, findCountry, listNamesOfCountry } from '@kitroom/shared';
import type { NamedRecords } from '../index/catalogue-index.ts';
import type { NamedRow } from '../index/index-queries.ts';
import { spellName } from '../text/words.ts';

/** Words next to the name of a country in texts that name its national team. */
const NATIONAL_TEAM =
  /^(?:seleccion|selecao|selection|equipe|nazionale|nationalmannschaft)(?: nacional| nationale)?(?: de| del| di| do| da| von| d)?[ '’]|(?: men's)?[ -]national (?:football |soccer )?(?:team|side)$|[ -]nationalmannschaft$/;

/** The country whose national team a folded text names, as `findCountry` returns it. */
export function findCountryOfTeam(text: string): string | undefined {
  return findCountry(text) ?? findCountry(text.replace(NATIONAL_TEAM, ''));
}

/**
 * A club's folded names except aliases that are names of countries, which mean national teams: Alemannia is
 * not Alemania.
 */
export function listOwnNames({ foldedName, foldedNames }: NamedRow): string[] {
  return foldedNames.split('\n').filter((name) => name === foldedName || findCountry(name) === undefined);
}

/** National teams by their own names: any club may have a country's name as an alias. */
export function listNationalTeams({ byId, names }: NamedRecords, country: string): NamedRow[] {
  const spellings = new Set(listNamesOfCountry(country).flatMap(spellName));
  const ids = new Set([...spellings].flatMap((name) => names.listMeant(name)));
  return [...ids].flatMap((id) => byId.get(id) ?? []).filter((row) => isNationalTeam(row, country));
}

function isNationalTeam({ foldedName: name, country: teamCountry }: NamedRow, country: string): boolean {
  // Santa Lucía of Guatemala has the Spanish name of Saint Lucia. Teams of former countries may have that of
  // today.
  const [code] = country.split('-');
  return (
    findCountry(name) === country &&
    (!teamCountry || teamCountry === code || [teamCountry, country].some(isFormerCountry))
  );
}

function isFormerCountry(code: string): boolean {
  return !code.includes('-') && !COUNTRY_CODES.has(code);
}
