import type { Palette } from './palette.ts';

const WIDTH = 64;
const HEIGHT = 54;
/** One period of a wave; the curve goes on beyond both sides of the tile. */
const WAVE = 'q16 -15 32 0t32 0t32 0t32 0';

/** Defines an abstract pattern fill: waves in three widths across the shirt. */
export function defineWaves(id: string, { second, third }: Palette): string {
  const layers = [
    wave(second, 9, 9, '1'),
    wave(second, 27, 5, '.6'),
    wave(third ?? second, 42, 3, third ? '1' : '.8'),
  ];
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse">${layers.join('')}</pattern>`;
}

function wave(colour: string, y: number, width: number, opacity: string): string {
  return `<path stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" d="M-32 ${y}${WAVE}"/>`;
}
