/** The colour names in the documented order; they are exact and case-sensitive. */
export const COLOUR_NAMES = [
  'White',
  'Red',
  'Blue',
  'Black',
  'Yellow',
  'Green',
  'Sky blue',
  'Navy',
  'Orange',
  'Gray',
  'Claret',
  'Purple',
  'Pink',
  'Brown',
  'Gold',
  'Silver',
  'Off-white',
] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

/** The hex code (`#RRGGBB`) of each colour. Bundles of the catalogue client do not contain them. */
export const COLOUR_HEX = {
  White: '#FFFFFF',
  Red: '#FF0000',
  Blue: '#0000FF',
  Black: '#000000',
  Yellow: '#FFFF00',
  Green: '#008000',
  'Sky blue': '#87CEEB',
  Navy: '#000080',
  Orange: '#FFA500',
  Gray: '#808080',
  Claret: '#7F1734',
  Purple: '#800080',
  Pink: '#FFC0CB',
  Brown: '#964B00',
  Gold: '#BFAB40',
  Silver: '#C0C0C0',
  'Off-white': '#F5F5F5',
} as const satisfies Record<ColourName, string>;

const names: ReadonlySet<string> = /* @__PURE__ */ new Set(COLOUR_NAMES);

/** Whether a text is exactly one of the colour names. */
export function isColourName(text: string): text is ColourName {
  return names.has(text);
}
