import type { Palette } from './palette.ts';

const SIDE = 104;

/** Defines an abstract pattern fill: slanting strokes of a brush, of different length. */
export function defineStrokes(id: string, { second, third }: Palette): string {
  const layers = [
    stroke(second, 13, '.45', 'M-6 40L34 4M58 110L112 60'),
    stroke(second, 10, '1', 'M2 84L46 42M50 54L78 28M-10 120L10 100M94 120L114 100'),
    stroke(third ?? second, 5, third ? '1' : '.7', 'M22 98L54 68M70 14L88 -2M70 118L88 102'),
  ];
  const size = `width="${SIDE}" height="${SIDE}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse">${layers.join('')}</pattern>`;
}

function stroke(colour: string, width: number, opacity: string, path: string): string {
  return `<path stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" d="${path}"/>`;
}
