import { lightness, type Palette } from './palette.ts';

/** The club's shield on the wearer's left, and a maker's mark that belongs to no brand on the right. */
export function drawEmblems({ primary, second, third }: Palette): string {
  const ink = lightness(primary) > 0.55 ? '#24262B' : '#FFFFFF';
  return (
    `<path fill="${ink}" fill-opacity=".85" d="${MARK}"/>` +
    `<path fill="${second}" stroke="${ink}" stroke-width="1.6" d="${SHIELD}"/>` +
    `<path fill="${third ?? primary}" d="${CHARGE}"/>`
  );
}

/** Two bars that lean to the right. */
const MARK = 'M97 99l4-10h4l-4 10zM104 99l4-10h4l-4 10z';
const SHIELD = 'M146 86Q153 89 160 86V95Q160 103 153 106Q146 103 146 95z';
/** The lower half of the shield. */
const CHARGE = 'M147.2 96H158.8Q158.2 102.4 153 104.7Q147.8 102.4 147.2 96z';
