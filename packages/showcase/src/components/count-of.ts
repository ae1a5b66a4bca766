/** A count with its noun: `1 kit`, `6,633 kits`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}
