/** The hex code (`#RRGGBB`) of each of the 17 colours, in the documented order. */
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
} as const;

export type ColourName = keyof typeof COLOUR_HEX;

/** The colour names; they are exact and case-sensitive. */
export const COLOUR_NAMES = /* @__PURE__ */ Object.keys(COLOUR_HEX) as readonly ColourName[];

const names: ReadonlySet<string> = new Set(COLOUR_NAMES);

/** Whether a text is exactly one of the colour names. */
export function isColourName(text: string): text is ColourName {
  return names.has(text);
}
