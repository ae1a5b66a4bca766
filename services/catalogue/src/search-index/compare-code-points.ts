/** Compares texts by their code points, as the collation "C" does. */
export function compareCodePoints(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}
