/** The pixels of a photo. */
export const PHOTO_WIDTH = 900;
export const PHOTO_HEIGHT = 1100;

/** What things lie on or hang before: the light in its middle, and its dark corners. */
const BACKDROPS = {
  linen: ['#F4F0E8', '#CFC6B6'],
  mist: ['#EFF2F5', '#B9C3CD'],
  slate: ['#6D7884', '#39424C'],
  oak: ['#DDBB90', '#A67C4E'],
  sage: ['#E3E9DD', '#A9B8A0'],
} as const;

/** What a thing lies on or hangs before. */
export type Backdrop = keyof typeof BACKDROPS;

/** The backdrops, by turns. */
export const BACKDROP_NAMES = [
  'linen',
  'oak',
  'mist',
  'sage',
  'slate',
] as const satisfies readonly Backdrop[];

/** A figure in the units of `drawKit`, and where it is in the photo. */
export interface Placed {
  figure: string;
  /** Pixels of one unit. */
  scale: number;
  /** Where the point `of` of the figure is placed, in pixels. Default: the photo's centre. */
  at?: readonly [number, number];
  /** A point of the figure, in its units. Default: its centre. */
  of?: readonly [number, number];
  /** Degrees, clockwise. */
  turn?: number;
}

/** A photo as two SVG pictures of one shape: things, and what is behind them, on which they throw a shadow. */
export interface DrawnPhoto {
  /** Small, as it is all soft. */
  backdrop: string;
  things: string;
}

/** By how much the backdrop's picture is smaller. */
export const BACKDROP_SHRINKING = 4;

/** Draws a photo. With a hanger, what hangs on it has its neck at the pixel (450, 280). */
export function drawPhoto(backdrop: Backdrop, figures: readonly Placed[], hasHanger = false): DrawnPhoto {
  const [light, dark] = BACKDROPS[backdrop];
  const wall =
    `<radialGradient id="wall" cx=".42" cy=".34" r=".85"><stop stop-color="${light}"/>` +
    `<stop offset="1" stop-color="${dark}"/></radialGradient>` +
    `<path fill="url(#wall)" d="M0 0H${PHOTO_WIDTH}V${PHOTO_HEIGHT}H0z"/>`;
  return {
    backdrop: toSvg(wall, BACKDROP_SHRINKING),
    things: toSvg(`${hasHanger ? HANGER : ''}${figures.map(place).join('')}`),
  };
}

function toSvg(content: string, shrinking = 1): string {
  const size = `width="${PHOTO_WIDTH / shrinking}" height="${PHOTO_HEIGHT / shrinking}"`;
  const box = `viewBox="0 0 ${PHOTO_WIDTH} ${PHOTO_HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${box}>${content}</svg>`;
}

function place({ figure, scale, at = MIDDLE, of = [128, 128], turn = 0 }: Placed): string {
  const steps = `translate(${at.join(' ')})rotate(${turn})scale(${scale})translate(${-of[0]} ${-of[1]})`;
  return `<g transform="${steps}">${figure}</g>`;
}

const MIDDLE = [PHOTO_WIDTH / 2, PHOTO_HEIGHT / 2] as const;

/** Of wood, as wide as a shirt's shoulders. */
const HANGER =
  '<g fill="none" stroke-linecap="round" stroke-linejoin="round">' +
  '<path stroke="#8B9198" stroke-width="9" d="M450 196V150C450 128 482 126 482 98C482 66 424 64 424 98"/>' +
  '<path stroke="#9A6B3C" stroke-width="26" d="M262 292Q360 226 450 200Q540 226 638 292"/></g>';
