import { COLOUR_HEX, type ColourName } from '../colours.ts';

/** The named colours as they look on cloth, which has no colours as saturated as those of a screen. */
const DYES: Readonly<Record<ColourName, string>> = {
  White: '#FBFAF7',
  Red: '#D2222D',
  Blue: '#1F4FC2',
  Black: '#1E1F22',
  Yellow: '#F6D21F',
  Green: '#12783D',
  'Sky blue': '#86C3E6',
  Navy: '#16234F',
  Orange: '#EE7D1E',
  Gray: '#878A8E',
  Claret: '#7B2038',
  Purple: '#6B3190',
  Pink: '#F3B5C3',
  Brown: '#85512B',
  Gold: '#C2A245',
  Silver: '#C1C5C9',
  'Off-white': '#EFEBDF',
};

const DYE_OF_HEX: ReadonlyMap<string, string> = new Map(
  Object.entries(DYES).map(([name, dye]) => [COLOUR_HEX[name as ColourName], dye]),
);

/**
 * A colour (`#RRGGBB`, capital letters) as it looks on cloth; colours without a name are returned unchanged.
 */
export function toDye(hex: string): string {
  return DYE_OF_HEX.get(hex) ?? hex;
}
