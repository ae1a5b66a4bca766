import { COLOUR_HEX, drawKit, type Design, type KitCategory } from '@kitroom/shared';
import { contrastTo, isLegible, paintsOf, type DemoLook } from './demo-look.ts';
import { drawLettering } from './draw-lettering.ts';

/** How a shirt is cut. */
export interface ShirtCut {
  category?: KitCategory;
  hasLongSleeves?: boolean;
  /** Default: true. */
  hasEmblems?: boolean;
}

/** What is printed on a shirt's back. */
export interface Nameset {
  name: string;
  number: number | null;
}

// All figures are drawn in the units of `drawKit`, 256 by 256.

/** Draws a shirt from the front. */
export function drawShirt(
  look: DemoLook,
  { category, hasLongSleeves = false, hasEmblems = true }: ShirtCut = {},
): string {
  const picture = drawKit({
    title: '',
    design: look.design,
    primary: COLOUR_HEX[look.primary],
    secondary: look.secondary.map((name) => COLOUR_HEX[name]),
    ...(hasLongSleeves && { sleeves: 'long' }),
    hasEmblems,
    ...(look.club !== undefined && { club: look.club }),
    ...(category && { category }),
  });
  return picture.replace('<svg ', '<svg width="256" height="256" ');
}

/** Draws a shirt from the back, with its nameset. Designs that only fronts have leave it plain. */
export function drawShirtBack(look: DemoLook, cut: ShirtCut, nameset?: Nameset): string {
  const period = BACK_DESIGNS[look.design];
  const seen: DemoLook = period === undefined ? { ...look, design: 'Plain' } : look;
  const shirt = drawShirt(seen, { ...cut, category: 'training', hasEmblems: false });
  const { trim } = paintsOf(look);
  // The neck's opening is covered with the shirt's own cloth, from a period of its pattern further down.
  return (
    `<clipPath id="nape"><path d="${NAPE}"/></clipPath>${mirrored(shirt)}` +
    `<g clip-path="url(#nape)"><g transform="translate(0 -${period ?? 46})">${mirrored(shirt)}</g></g>` +
    `<path fill="${trim}" stroke="#000" stroke-opacity=".32" stroke-width="1.4" d="${BACK_COLLAR}"/>` +
    (nameset ? drawNameset(look, nameset) : '')
  );
}

/** How far down a design looks the same again; those that are not here are on fronts alone. */
const BACK_DESIGNS: Readonly<Partial<Record<Design, number>>> = {
  Stripes: 46,
  Pinstripes: 46,
  Hoops: 46,
  Checkers: 48,
  Diagonal: 62,
  Gradient: 30,
  'Half-and-half': 46,
  'Contrasting sleeves': 46,
};

/** Those that have two colours where the nameset stands. */
const BROAD_DESIGNS: ReadonlySet<Design> = new Set([
  'Stripes',
  'Hoops',
  'Checkers',
  'Diagonal',
  'Half-and-half',
]);

const NAPE = 'M95 26L103 19Q128 27 153 19L161 26C160 70 96 70 95 26z';
const BACK_COLLAR = 'M95 27L103 19Q128 28 153 19L161 27Q128 40 95 27z';

function drawNameset(look: DemoLook, { name, number }: Nameset): string {
  const { cloth, trim } = paintsOf(look);
  const colour = BROAD_DESIGNS.has(look.design)
    ? contrastTo(cloth, trim)
    : isLegible(trim, cloth)
      ? trim
      : contrastTo(cloth);
  const paint = { x: 128, colour, rim: contrastTo(colour) };
  return (
    drawLettering(name, { ...paint, y: 53, height: 13, maxWidth: 96 }) +
    drawLettering(number === null ? '' : String(number), { ...paint, y: 91, height: 72, maxWidth: 76 })
  );
}

function mirrored(figure: string): string {
  return `<g transform="matrix(-1 0 0 1 256 0)">${figure}</g>`;
}

/** Draws a hooded sweatshirt. */
export function drawHoodie(look: DemoLook): string {
  const { cloth, trim } = paintsOf(look);
  const edge = 'stroke="#000" stroke-opacity=".32" stroke-width="1.4"';
  return (
    drawShirt(look, { category: 'training', hasLongSleeves: true }) +
    `<path fill="${cloth}" stroke="#7C828B" stroke-width="2.3" d="${HOOD}"/><path fill="#000" opacity=".12" d="${HOOD}"/>` +
    `<path fill="${cloth}" ${edge} d="${OPENING}"/><path fill="#000" opacity=".42" d="${OPENING}"/>` +
    `<path fill="none" stroke="#FFF" stroke-opacity=".22" stroke-width="2" d="${OPENING}"/>` +
    `<path fill="none" stroke="${trim}" stroke-width="2.4" stroke-linecap="round" d="M116 58Q112 78 114 96M140 58Q146 74 142 92"/>` +
    `<path fill="${cloth}" d="${POCKET}"/><path fill="#000" opacity=".08" d="${POCKET}"/>` +
    `<path fill="none" stroke="#FFF" stroke-opacity=".22" stroke-width="3.4" d="${POCKET}"/>` +
    `<path fill="none" ${edge} d="${POCKET}"/>`
  );
}

const HOOD = 'M88 36C78 8 104 -6 128 -6C152 -6 178 8 168 36C158 52 144 60 128 64C112 60 98 52 88 36z';
const OPENING = 'M101 30C98 10 114 3 128 3C142 3 158 10 155 30C150 44 138 52 128 55C118 52 106 44 101 30z';
const POCKET = 'M88 218V196L104 166H152L168 196V218Q128 224 88 218z';

/** Draws somebody's signature across a shirt's front: a felt pen's scribble, different for each name. */
export function drawSignature(name: string, look: DemoLook): string {
  const { cloth, trim } = paintsOf(look);
  const ink = BROAD_DESIGNS.has(look.design) ? contrastTo(cloth, trim) : contrastTo(cloth);
  const swings = Array.from(name.slice(1, 8), (letter, at) => {
    const code = letter.charCodeAt(0);
    return `q${2 + (code % 5)} -${5 + ((code * 7) % 23)} ${6 + (code % 3)} 0t${5 + (code % 4)} ${at % 2 === 0 ? 3 : -4}`;
  });
  const initial = 16 + ((name.charCodeAt(0) * 5) % 22);
  const lines = `M84 172q6 -${initial} 14 -${initial - 8}t-6 ${initial}${swings.join('')}M80 184Q130 170 ${158 + initial} ${168 + (initial % 9)}`;
  return `<path fill="none" stroke="${ink}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" transform="rotate(-9 128 170)" d="${lines}"/>`;
}
