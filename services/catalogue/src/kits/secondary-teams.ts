/** Roman numerals and letters of second teams, in capitals only. */
const CAPITALS = /(?<![\p{L}\p{N}])(?:II|III|B|C)(?![\p{L}\p{N}])/u;

/** Youth and women's markers, without case and accents; both spellings that occur. */
const MARKERS =
  /(?<![\p{L}\p{N}])(?:jong|youth|u1[7-9]|u2[0-3]|ladies|women|femenino|feminas|feminines?|frauen)(?![\p{L}\p{N}])/iu;

/**
 * Whether a team is a second, youth or women's team by its name: such kits come after those of primary teams in
 * searches. Source: the kit search algorithm, step 3, and the decisions on markers.
 */
export function isSecondaryTeam(name: string): boolean {
  return CAPITALS.test(name) || MARKERS.test(name.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/** Moves the kits of secondary teams after the others; each group keeps its order. */
export function primaryTeamsFirst<T extends { team_name: string }>(kits: readonly T[]): T[] {
  const isSecondary = (kit: T) => isSecondaryTeam(kit.team_name);
  return [...kits.filter((kit) => !isSecondary(kit)), ...kits.filter(isSecondary)];
}
