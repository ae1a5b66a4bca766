import { paintsOf, contrastTo, type DemoLook } from './demo-look.ts';
import { drawLettering } from './draw-lettering.ts';

// In the units and the style of `drawKit`: a grey contour, flat colours, seams in dark and light, soft shades.

/** Draws shorts, with the number on the leg where they have one. */
export function drawShorts(look: DemoLook, number?: number | null): string {
  const { cloth, trim } = paintsOf(look);
  const figure = { x: 82, y: 166, height: 24, maxWidth: 34, colour: trim, rim: contrastTo(trim) };
  return garment(SHORTS, cloth, [
    fill(trim, 'M40 176L46 136L58 54H66L52 142L46 200L40 198z'),
    mirrored(fill(trim, 'M40 176L46 136L58 54H66L52 142L46 200L40 198z')),
    shade(
      'M128 130L120 168L118 206L104 210Q118 168 124 130zM128 130L136 168L138 206L152 210Q138 168 132 130z',
    ),
    gleam('M80 78Q92 130 78 196L66 196Q80 130 74 78zM176 78Q166 130 184 196L192 196Q178 130 182 78z'),
    waistband(trim, 'M62 50H194L198 74H58z', 'M118 66Q114 82 118 96M138 66Q144 84 138 100'),
    seam('M128 74V130M45 193Q80 204 118 200M211 193Q176 204 138 200'),
    number === undefined || number === null ? '' : drawLettering(String(number), figure),
  ]);
}

/** Draws long trousers. */
export function drawPants(look: DemoLook): string {
  const { cloth, trim } = paintsOf(look);
  const stripe = 'M84 30L90 30L80 236L70 236z';
  return garment(PANTS, cloth, [
    fill(trim, stripe),
    mirrored(fill(trim, stripe)),
    shade('M128 96L122 150L116 238L106 240Q118 150 122 96zM128 96L134 150L140 238L150 240Q138 150 134 96z'),
    shade('M84 132Q100 142 116 134Q102 150 82 142zM172 132Q156 142 140 134Q154 150 174 142z'),
    gleam('M98 60Q104 130 92 226L84 226Q96 130 92 60zM158 60Q152 130 164 226L172 226Q160 130 164 60z'),
    waistband(trim, 'M83 20H173L174 38H82z', 'M122 34Q116 52 121 66M134 34Q140 54 135 70'),
    seam('M128 38V96M90 44L86 84M166 44L170 84M71 222Q92 228 114 224M185 222Q164 228 142 224'),
  ]);
}

/** Draws a pair of socks. */
export function drawSocks(look: DemoLook): string {
  const { cloth, trim } = paintsOf(look);
  const bands = look.design === 'Hoops' ? [26, 62, 98, 134] : [26];
  const painted = bands.map((y) => fill(trim, `M40 ${y}H150V${y + 18}H40z`)).join('');
  const sock = garment(SOCK, cloth, [
    painted,
    fill(trim, 'M60 204Q40 222 48 232L76 234Q64 214 70 196zM108 168Q122 178 120 204Q102 194 98 176z'),
    shade('M110 20H124V180L112 190Q118 110 110 20z'),
    gleam('M74 20H84Q90 110 80 186L72 192Q80 110 74 20z'),
    seam('M66 40H124'),
  ]);
  return `<g transform="translate(6 4)">${sock}</g><g transform="translate(96 14)">${sock}</g>`;
}

const SHORTS = 'M62 50H194L216 198Q178 214 138 208L128 130L118 208Q78 214 40 198z';
const PANTS = 'M83 20H173L188 236Q164 244 140 240L128 96L116 240Q92 244 68 236z';
const SOCK = 'M66 18Q95 24 124 18V196Q122 212 106 220L74 236Q52 242 46 228Q42 216 58 204L68 190z';

function garment(outline: string, cloth: string, parts: readonly string[]): string {
  const id = `g${outline.length}`;
  return (
    `<path fill="none" stroke="#7C828B" stroke-width="4.6" stroke-linejoin="round" d="${outline}"/>` +
    `<clipPath id="${id}"><path d="${outline}"/></clipPath>` +
    `<g clip-path="url(#${id})">${fill(cloth, 'M0 0H256V256H0z')}${parts.join('')}</g>`
  );
}

function fill(colour: string, path: string): string {
  return `<path fill="${colour}" d="${path}"/>`;
}

function shade(path: string): string {
  return `<path opacity=".16" d="${path}"/>`;
}

function gleam(path: string): string {
  return `<path fill="#FFF" opacity=".14" d="${path}"/>`;
}

function seam(path: string): string {
  return (
    `<path fill="none" stroke="#FFF" stroke-opacity=".22" stroke-width="3.4" d="${path}"/>` +
    `<path fill="none" stroke="#000" stroke-opacity=".32" stroke-width="1.4" d="${path}"/>`
  );
}

function waistband(trim: string, band: string, cord: string): string {
  return (
    `${fill(trim, band)}<path opacity=".14" d="${band}"/>${seam(band)}` +
    `<path fill="none" stroke="#F2F2EE" stroke-width="2.6" stroke-linecap="round" d="${cord}"/>`
  );
}

function mirrored(figure: string): string {
  return `<g transform="matrix(-1 0 0 1 256 0)">${figure}</g>`;
}
