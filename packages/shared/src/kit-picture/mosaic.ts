import type { Palette } from './palette.ts';

const COLUMNS = 8;
const ROWS = 4;
const HALF = 13;
const HEIGHT = 22;

/** The opacity of each layer of triangles, faintest first. */
const OPACITIES = ['.3', '.6', '1'] as const;

/**
 * Defines an abstract pattern fill: a mosaic of triangles in three opacities of the second colour (the strongest in the
 * third colour, if any). The arrangement is fixed.
 */
export function defineMosaic(id: string, palette: Palette): string {
  const layers = OPACITIES.map((opacity, at) => {
    const colour = opacity === '1' && palette.third ? palette.third : palette.second;
    return `<path fill="${colour}" fill-opacity="${opacity}" d="${trianglesOf(at)}"/>`;
  });
  const size = `width="${COLUMNS * HALF}" height="${ROWS * HEIGHT}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse">${layers.join('')}</pattern>`;
}

/**
 * The triangles of a layer; the last column reaches into the next tile, and so is repeated at the start of this one.
 */
function trianglesOf(layer: number): string {
  let path = '';
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = -1; column < COLUMNS; column += 1) {
      if (layerAt((column + COLUMNS) % COLUMNS, row) === layer) path += triangle(column, row);
    }
  }
  return path;
}

/** Which layer a triangle belongs to, if any; fixed random digits. */
function layerAt(column: number, row: number): number {
  return Number(SCATTER[row]?.[column]) - 1;
}

const SCATTER = ['01320103', '20013020', '03102012', '13020310'];

function triangle(column: number, row: number): string {
  const isUpright = (column + row) % 2 === 0;
  return `M${column * HALF} ${(row + (isUpright ? 1 : 0)) * HEIGHT}h26l-13${isUpright ? -HEIGHT : ` ${HEIGHT}`}z`;
}
