import { lightness } from './palette.ts';

/**
 * Gradients for light and shade; `id` prefixes their ids. Black cloth gets light only, because shade would be
 * invisible.
 */
export function shadeDefs(id: string, primary: string, hasSleeves: boolean): string {
  const isBlack = lightness(primary) < 0.05;
  const flank = isBlack ? LIGHT : '';
  const gleam = isBlack ? '.16' : '.18';
  const sleeveDef =
    `<linearGradient id="${id}s">${stop(0, isBlack ? 0 : '.2', flank)}${stop('.38', gleam, LIGHT)}` +
    `${stop('.6', 0)}${stop(1, '.3')}</linearGradient>`;
  return (
    `<linearGradient id="${id}f">${stop(0, '.2', flank)}${stop('.14', 0, flank)}${stop('.14', 0, LIGHT)}` +
    `${stop('.33', gleam, LIGHT)}${stop('.6', 0, LIGHT)}${stop('.8', 0, flank)}${stop(1, '.24', flank)}` +
    `</linearGradient>${hasSleeves ? sleeveDef : ''}` +
    `<filter id="${id}o"><feGaussianBlur stdDeviation="2.4"/></filter>` +
    `<pattern id="${id}w" width="3" height="3" patternUnits="userSpaceOnUse">` +
    `<path fill="#000" fill-opacity=".04" d="M0 0h1.5v1.5h1.5v1.5h-1.5v-1.5h-1.5z"/></pattern>`
  );
}

/** Light and shade of the front, with its weave, its soft folds and its seams. */
export function shadeBody(id: string, hasSleeves: boolean): string {
  return (
    `<path fill="url(#${id}f)" d="M66 0H190V256H66z"/><path fill="url(#${id}w)" d="M66 0H190V256H66z"/>` +
    `<g filter="url(#${id}o)"><path fill="#000" opacity=".2" d="${FOLDS}"/>` +
    `<path fill="#FFF" opacity=".22" d="${GLEAMS}"/></g>${seam(hasSleeves ? `${ARMHOLES}${HEM}` : HEM)}`
  );
}

/** Light and shade of the left sleeve, in the sleeve's units. */
export function shadeSleeve(id: string): string {
  return `<path fill="url(#${id}s)" d="M-24-250H34V40H-24z"/>`;
}

/** Dark and light side by side, so that a seam shows on any cloth. */
export function seam(path: string): string {
  return (
    `<path stroke="#FFF" stroke-opacity=".22" stroke-width="3.4" d="${path}"/>` +
    `<path stroke="#000" stroke-opacity=".32" stroke-width="1.4" d="${path}"/>`
  );
}

const LIGHT = '#FFF';

/** From the armpits down the sides, and up from the hem: where a hanging shirt falls into folds. */
const FOLDS =
  'M70 100Q90 122 95 164Q80 130 70 114zM186 100Q166 122 161 164Q176 130 186 114z' +
  'M84 244Q94 206 88 178Q104 210 98 246zM166 244Q158 200 164 170Q148 204 152 246z';
const GLEAMS =
  'M70 114Q82 132 92 166Q76 138 71 126zM186 114Q174 132 164 166Q180 138 185 126z' +
  'M100 246Q108 214 102 192Q112 216 108 246zM150 246Q146 210 150 186Q140 212 143 246z';

const ARMHOLES = 'M66 39C75 58 75 82 70 102M190 39C181 58 181 82 186 102';
const HEM = 'M66 231Q128 241 190 231';

/** Black by default, as in SVG. */
function stop(offset: number | string, opacity: number | string, colour = ''): string {
  return `<stop offset="${offset}"${colour && ` stop-color="${colour}"`} stop-opacity="${opacity}"/>`;
}
