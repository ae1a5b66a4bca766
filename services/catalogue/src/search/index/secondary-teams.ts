/** Roman numerals and letters of second teams, in upper case only. */
const CAPITALS = /(?<![\p{L}\p{N}])(?:II|III|B|C)(?![\p{L}\p{N}])/u;

/** Youth and women's markers, ignoring case and accents, in both common spellings. */
const MARKERS =
  /(?<![\p{L}\p{N}])(?:jong|youth|u1[7-9]|u2[0-3]|ladies|women|femenino|feminas|feminines?|frauen)(?![\p{L}\p{N}])/iu;

/**
 * Whether a name is that of a second, youth or women's team, whose kits searches list last. See
 * docs/behaviour/catalogue.md#searching-kits.
 */
export function isSecondaryTeam(name: string): boolean {
  return CAPITALS.test(name) || MARKERS.test(name.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/** Moves the kits of secondary teams to the end; otherwise keeps the order. */
export function primaryTeamsFirst<T extends { team_name: string }>(kits: readonly T[]): T[] {
  const isSecondary = (kit: T) => isSecondaryTeam(kit.team_name);
  return [...kits.filter((kit) => !isSecondary(kit)), ...kits.filter(isSecondary)];
}
