import type { Design } from '../designs.ts';
import type { KitCategory, Sleeves } from '../kit-types.ts';
import { hashText, toXmlText } from '../texts.ts';
import { collarOutline, drawBackOfNeck, drawCollar } from './collars.ts';
import { drawEmblems } from './emblems.ts';
import { choosePalette, type Palette } from './palette.ts';
import { PATTERNS, type Pattern } from './patterns.ts';
import { shadeBody, shadeDefs, shadeSleeve } from './shading.ts';
import { ARMHOLE, MIRROR, shapeOf, SIDE, type Shape, type Sleeve } from './shirt-shape.ts';

/** The input for drawing a kit. */
export interface KitLook {
  /** The picture's accessible name; characters that XML does not allow are removed. */
  title: string;
  /** The design; an unknown one is drawn plain. */
  design: Design | null;
  /** The main colour, `#RRGGBB`; a neutral grey if unknown. */
  primary: string | null;
  /**
   * Further colours, `#RRGGBB`: the first that differs from `primary` is used for the design, the next one
   * for edges, collar and cuffs. Without it, a two-colour design uses a contrasting colour.
   */
  secondary: readonly string[];
  /** Default: long for jackets, otherwise short. */
  sleeves?: Sleeves;
  /** Chooses one of the forms of the design `Graphic`, by the kit's id. Default: 0. */
  variant?: number;
  /** The club's name, which determines the shape of the crest. Default: a plain shield. */
  club?: string;
  /** Whether to draw the club's crest and the maker's mark. Default: true. */
  hasEmblems?: boolean;
  /** The cut: `jacket` has a zip and a stand-up collar, `travel` is a polo shirt. Default: `match`. */
  category?: KitCategory;
}

/**
 * Draws a kit as a shirt seen from the front: a square `<svg>` element of a few kilobytes, with a transparent
 * background. Deterministic. It contains no script, style, link or font, and its ids start with a hash of the
 * input, so that several pictures can be embedded in one page.
 */
export function drawKit(kit: KitLook): string {
  const id = `k${hashKitLook(kit)}`;
  const design = kit.design ?? 'Plain';
  const palette = choosePalette(kit.primary, kit.secondary, design !== 'Plain');
  const category = kit.category ?? 'match';
  const shape = shapeOf(category, kit.sleeves ?? (category === 'jacket' ? 'long' : 'short'));
  const pattern = PATTERNS[design](palette, `${id}p`, kit.variant ?? 0);
  const emblems = (kit.hasEmblems ?? true) ? drawEmblems(id, kit.club, palette) : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" role="img" fill="none">` +
    `<title>${toXmlText(kit.title)}</title>` +
    `<defs>${clips(id, shape)}${shadeDefs(id, palette.primary, shape.sleeve !== null)}${pattern.defs ?? ''}</defs>` +
    `${outline(shape)}${drawBackOfNeck(shape.neck, palette)}` +
    `${drawSleeves(id, shape, palette, pattern)}${drawBody(id, shape, palette, pattern)}` +
    `${emblems}${drawCollar(shape.neck, palette)}</svg>`
  );
}

/** Increment when drawings change, because browsers cache pictures for a year. */
const DRAWING = 3;

/** A short hash of the input, which differs if the pictures differ. FNV-1a, 32 bits, in base 36. */
export function hashKitLook(look: KitLook): string {
  const { title, design, primary, secondary, sleeves, category, variant, club, hasEmblems } = look;
  const drawn = [title, design, primary, secondary, sleeves, category, variant, club, hasEmblems];
  return hashText(JSON.stringify([DRAWING, ...drawn])).toString(36);
}

/** Visible on both white and black. */
const OUTLINE = '#7C828B';

function clips(id: string, { body, sleeve }: Shape): string {
  const sleeveClip = sleeve && `<clipPath id="${id}a"><path d="${sleeve.path}"/></clipPath>`;
  return `<clipPath id="${id}b"><path d="${body}"/></clipPath>${sleeveClip ?? ''}`;
}

/** Drawn beneath everything, so that only the outer half of the stroke is visible. */
function outline(shape: Shape): string {
  const sleeve = shape.sleeve ? withMirrored(`<path d="${shape.sleeve.path}"/>`) : '';
  const collar = collarOutline(shape.neck);
  return (
    `<g stroke="${OUTLINE}" stroke-width="4.6" stroke-linejoin="round"><path d="${shape.body}"/>` +
    `${sleeve}${collar}</g>`
  );
}

function drawBody(id: string, { sleeve }: Shape, { primary, trim }: Palette, pattern: Pattern): string {
  const edges = sleeve ? '' : withMirrored(`<path stroke="${trim}" stroke-width="14" d="${ARMHOLE}"/>`);
  return (
    `<g clip-path="url(#${id}b)">${cloth(pattern.bodyCloth ?? primary)}${pattern.body}${edges}` +
    `${shadeBody(id, sleeve !== null)}</g>`
  );
}

function drawSleeves(id: string, { sleeve }: Shape, { primary, trim }: Palette, pattern: Pattern): string {
  if (!sleeve) return '';
  const { leftCloth = primary, rightCloth = primary, leftCuff = trim, rightCuff = trim } = pattern;
  const left = drawSleeve(id, sleeve, leftCloth, `${pattern.leftSleeve}${drawCuff(leftCuff)}`);
  const right = drawSleeve(id, sleeve, rightCloth, `${pattern.rightSleeve}${drawCuff(rightCuff)}`);
  return `${left}<g transform="${MIRROR}">${right}</g>`;
}

function drawSleeve(id: string, { along }: Sleeve, colour: string, painted: string): string {
  return (
    `<g clip-path="url(#${id}a)">${cloth(colour)}` +
    `<g transform="${along}">${painted}${shadeSleeve(id)}</g></g>`
  );
}

function withMirrored(element: string): string {
  return `${element}<g transform="${MIRROR}">${element}</g>`;
}

/** Fills the whole picture; the caller clips it to shape. */
function cloth(colour: string): string {
  return colour === 'none' ? '' : `<path fill="${colour}" d="M0 0H${SIDE}V${SIDE}H0z"/>`;
}

function drawCuff(colour: string): string {
  return `<path fill="${colour}" stroke="#000" stroke-opacity=".32" stroke-width="1.4" d="M-40-9H40V30H-40z"/>`;
}
