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
