import { contrastTo, isLegible, paintsOf, type DemoLook } from './demo-look.ts';
import { drawLettering } from './draw-lettering.ts';

// In the units of `drawKit`.

/** Draws an enamel pin: a shield in the club's colours with its initials, in a rim of metal. */
export function drawPin(look: DemoLook, initials: string): string {
  const { cloth, trim } = paintsOf(look);
  const colour = isLegible(trim, cloth) ? trim : contrastTo(cloth);
  const lettering = { x: 128, y: 92, height: 34, maxWidth: 90, colour, rim: cloth };
  return (
    `<linearGradient id="metal" x2="1" y2="1"><stop stop-color="#F6E7B0"/><stop offset=".5" stop-color="#B38B35"/>` +
    `<stop offset="1" stop-color="#EBD48A"/></linearGradient><clipPath id="shield"><path d="${SHIELD}"/></clipPath>` +
    `<path fill="url(#metal)" stroke="#7A5D1F" stroke-width="2" stroke-linejoin="round" d="${RIM}"/>` +
    `<g clip-path="url(#shield)"><path fill="${cloth}" d="M0 0H256V256H0z"/>` +
    `<path fill="${trim}" d="M60 40H196V66H60zM60 160H196V174H60z"/>` +
    `<path fill="#FFF" opacity=".18" d="M60 40H150L96 220H60z"/></g>${drawLettering(initials, lettering)}`
  );
}

const RIM = 'M62 42H194Q200 150 128 222Q56 150 62 42z';
const SHIELD = 'M71 51H185Q189 144 128 209Q67 144 71 51z';

/** Draws a cap from the front and a little from the side, with the club's initials. */
export function drawCap(look: DemoLook, initials: string): string {
  const { cloth, trim } = paintsOf(look);
  const lettering = { x: 128, y: 92, height: 30, maxWidth: 70, colour: trim, rim: contrastTo(trim) };
  const contour = 'stroke="#7C828B" stroke-width="2.3" stroke-linejoin="round"';
  return (
    `<path fill="${cloth}" ${contour} d="M44 156C40 86 78 44 128 44C178 44 216 86 212 156Q128 130 44 156z"/>` +
    `<path fill="#FFF" opacity=".12" d="M70 140C70 92 90 58 120 50C98 74 90 104 92 136z"/>` +
    `<path opacity=".14" d="M212 156C216 92 180 50 140 45C176 62 192 104 188 148z"/>` +
    `<path fill="none" stroke="#000" stroke-opacity=".28" stroke-width="1.4" d="M128 44V138M86 58C72 84 68 114 70 146M170 58C184 84 188 114 186 146"/>` +
    `<ellipse cx="128" cy="44" rx="8" ry="4.5" fill="${trim}"/>` +
    `<path fill="${trim}" ${contour} d="M44 156Q128 130 212 156C230 172 232 184 226 192Q128 158 30 192C24 184 26 172 44 156z"/>` +
    `<path opacity=".2" d="M30 192Q128 158 226 192C224 196 222 197 219 198Q128 168 37 198C34 197 32 196 30 192z"/>` +
    `<path fill="none" stroke="#000" stroke-opacity=".22" stroke-width="1.2" d="M38 174Q128 144 218 174M34 183Q128 151 222 183"/>` +
    drawLettering(initials, lettering)
  );
}

/** Draws a knitted scarf, hung over itself, with a word knitted in. */
export function drawScarf(look: DemoLook, word: string): string {
  const { cloth, trim } = paintsOf(look);
  const bar = (y: number) => `<path fill="${trim}" d="M0 ${y}H64V${y + 16}H0z"/>`;
  const fringe = Array.from({ length: 13 }, (_, at) => `M${2.5 + at * 5} 214V236`).join('');
  const lettering = { x: 0, y: 0, height: 26, maxWidth: 128, colour: trim, rim: cloth };
  const end =
    `<path stroke="${cloth}" stroke-width="3.4" stroke-linecap="round" d="${fringe}"/>` +
    `<path fill="${cloth}" d="M0 30H65V216H0z"/>${[176, 198].map(bar).join('')}${bar(42)}` +
    `<g transform="translate(19 117)rotate(90)">${word && `<g transform="translate(0 -26)">${drawLettering(word, lettering)}</g>`}</g>` +
    `<path opacity=".1" d="M50 30H65V216H50z"/><path fill="#FFF" opacity=".12" d="M8 30H20V216H8z"/>`;
  return (
    `<g transform="translate(58 16)rotate(3 32 120)">${end}</g>` +
    `<g transform="translate(132 10)rotate(-4 32 120)">${end}</g>` +
    `<path fill="${cloth}" d="M60 52C66 18 100 8 128 8C158 8 190 18 194 50Q170 30 128 32Q84 30 60 52z"/>` +
    `<path opacity=".14" d="M60 52C66 30 100 22 128 22C158 22 190 28 194 50Q170 30 128 32Q84 30 60 52z"/>`
  );
}
