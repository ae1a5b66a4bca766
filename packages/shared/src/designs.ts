/** The 16 design values, in the documented order; values are exact and case-sensitive. */
export const DESIGNS = [
  'Plain',
  'Stripes',
  'Graphic',
  'Chest band',
  'Contrasting sleeves',
  'Pinstripes',
  'Hoops',
  'Single stripe',
  'Half-and-half',
  'Sash',
  'Chevron',
  'Checkers',
  'Gradient',
  'Diagonal',
  'Cross',
  'Quarters',
] as const;

/** How the colours are laid out on a shirt. */
export type Design = (typeof DESIGNS)[number];

const values: ReadonlySet<string> = new Set(DESIGNS);

/** Whether a text is one of the design values, to the letter. */
export function isDesign(text: string): text is Design {
  return values.has(text);
}
