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

export type Design = (typeof DESIGNS)[number];

const values: ReadonlySet<string> = new Set(DESIGNS);

/** Whether a text is exactly one of the design values. */
export function isDesign(text: string): text is Design {
  return values.has(text);
}
