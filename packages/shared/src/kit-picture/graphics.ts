import type { Palette } from './palette.ts';

/** Defines an abstract pattern fill for the design `Graphic`. */
type DefineGraphic = (id: string, palette: Palette) => string;

const MOSAIC = { columns: 8, rows: 4, half: 13, height: 22 };

/** Fixed random digits: the layer of each triangle, from 1, if any. */
const SCATTER = ['01320103', '20013020', '03102012', '13020310'];

/**
 * A mosaic of triangles in three opacities of the second colour, the strongest in the third colour, if any.
 */
export const defineMosaic: DefineGraphic = (id, { second, third }) => {
  const layers = ['.3', '.6', '1'].map((opacity, at) => {
    const colour = (opacity === '1' && third) || second;
    return `<path fill="${colour}" fill-opacity="${opacity}" d="${trianglesOf(at + 1)}"/>`;
  });
  return definePattern(id, MOSAIC.columns * MOSAIC.half, MOSAIC.rows * MOSAIC.height, layers);
};

/**
 * The triangles of a layer; the last column reaches into the next tile, and so is repeated at the start of
 * this one.
 */
function trianglesOf(layer: number): string {
  let path = '';
  for (const [row, digits] of SCATTER.entries()) {
    for (let column = -1; column < MOSAIC.columns; column += 1) {
      if (Number(digits.at(column)) === layer) path += triangle(column, row);
    }
  }
  return path;
}

function triangle(column: number, row: number): string {
  const { half, height } = MOSAIC;
  const isUpright = (column + row) % 2 === 0;
  return `M${column * half} ${(row + (isUpright ? 1 : 0)) * height}h26l-13${isUpright ? -height : ` ${height}`}z`;
}

/** Slanting brush strokes of different lengths. */
export const defineStrokes: DefineGraphic = (id, { second, third }) =>
  definePattern(id, 104, 104, [
    stroke(second, 13, '.45', 'M-6 40L34 4M58 110L112 60'),
    stroke(second, 10, '1', 'M2 84L46 42M50 54L78 28M-10 120L10 100M94 120L114 100'),
    stroke(third ?? second, 5, third ? '1' : '.7', 'M22 98L54 68M70 14L88 -2M70 118L88 102'),
  ]);

function stroke(colour: string, width: number, opacity: string, path: string): string {
  return `<path stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" d="${path}"/>`;
}

/** One period of a wave; the curve continues beyond both sides of the tile. */
const WAVE = 'q16 -15 32 0t32 0t32 0t32 0';

/** Waves in three widths across the shirt. */
export const defineWaves: DefineGraphic = (id, { second, third }) =>
  definePattern(id, 64, 54, [
    wave(second, 9, 9, '1'),
    wave(second, 27, 5, '.6'),
    wave(third ?? second, 42, 3, third ? '1' : '.8'),
  ]);

function wave(colour: string, y: number, width: number, opacity: string): string {
  return `<path stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" d="M-32 ${y}${WAVE}"/>`;
}

function definePattern(id: string, width: number, height: number, layers: readonly string[]): string {
  const size = `width="${width}" height="${height}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse">${layers.join('')}</pattern>`;
}
