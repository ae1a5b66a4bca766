import { mix, type Palette } from './palette.ts';
import { seam } from './shading.ts';
import { MIRROR, type Neck } from './shirt-shape.ts';

/** The collar's part of the shirt's outline, which is drawn beneath everything with a broad contour. */
export function collarOutline(neck: Neck): string {
  const front = `<path d="${FRONTS[neck]}"/>`;
  if (neck === 'zip') return front;
  return `<path d="${BACK}"/>${front}${neck === 'polo' ? mirrored(front) : ''}`;
}

/** The inside of the back and the collar's rear part: drawn before the front. */
export function drawBackOfNeck(neck: Neck, { inside, trim }: Palette): string {
  if (neck === 'zip') return '';
  const rear = mix(trim, '#000000', 0.28);
  return `<path fill="${inside}" d="${OPENING}"/><path fill="${rear}" d="${BACK}"/>`;
}

/** The collar's front: drawn last. */
export function drawCollar(neck: Neck, palette: Palette): string {
  switch (neck) {
    case 'v':
    case 'crew':
      return edged(FRONTS[neck], palette.trim);
    case 'polo':
      return drawPolo(palette);
    case 'zip':
      return drawZip(palette);
  }
}

/**
 * From the shoulders to the throat. For the polo shirt, only the left flap; the right one is its mirror
 * image.
 */
const FRONTS: Readonly<Record<Neck, string>> = {
  v: 'M96 27C101 47 114 62 128 71C142 62 155 47 160 27L153 20C149 38 138 52 128 59C118 52 107 38 103 20z',
  crew: 'M96 27C100 65 156 65 160 27L153 20C148 52 108 52 103 20z',
  polo: 'M103 19C98 23 92 29 90 36L109 65L128 50C115 44 107 34 103 19z',
  zip: 'M97 28C101 21 103 15 105 9Q128 16 151 9C153 15 155 21 159 28Q150 46 128 46Q106 46 97 28z',
};

const BACK = 'M103 20Q128 29 153 20L150 30Q128 38 106 30z';
const OPENING = 'M103 20Q128 29 153 20L159 28L128 66L97 28z';
const ZIP = 'M128 14V243';
const BUTTONS = [64, 77, 90];

function drawPolo({ primary, trim }: Palette): string {
  const flap = edged(FRONTS.polo, trim);
  const buttons = BUTTONS.map((y) => `M126 ${y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0z`).join('');
  return (
    `<path fill="${primary}" d="M120 52H136V97H120z"/>${seam('M120 52V97H136V52')}` +
    `<path fill="#FFF" stroke="#000" stroke-opacity=".6" d="${buttons}"/>${flap}${mirrored(flap)}`
  );
}

function drawZip({ trim }: Palette): string {
  return (
    `${edged(FRONTS.zip, trim)}<path fill="#000" opacity=".3" d="M105 9Q128 16 151 9L149 18Q128 25 107 18z"/>` +
    `${seam('M82 214L92 172M174 214L164 172')}<path stroke="#2B2F36" stroke-width="5" d="${ZIP}"/>` +
    `<path stroke="#C4C9D0" stroke-width="2.6" stroke-dasharray="2" d="${ZIP}"/>` +
    `<path fill="#C4C9D0" stroke="#2B2F36" d="M125 20H131V33L128 36L125 33z"/>`
  );
}

function edged(path: string, colour: string): string {
  return `<path fill="${colour}" stroke="#000" stroke-opacity=".32" stroke-width="1.4" d="${path}"/>`;
}

function mirrored(element: string): string {
  return `<g transform="${MIRROR}">${element}</g>`;
}
